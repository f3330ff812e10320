/* Every struct of settings in the public headers, with its table: the list that the walk over all
 * fields goes by (report/test_settings.c). tools/check_lists.sh compares it with the headers.
 *
 *     SETTINGS(x, members)   adrop_x_opts with adrop_x_options(); MEMBER(name) for each member that
 *                            is no row of it, besides size */
SETTINGS(batches, MEMBER(seed) MEMBER(augment))
SETTINGS(choose, MEMBER(criterion) MEMBER(data))
SETTINGS(comm, MEMBER(stop) MEMBER(user))
SETTINGS(compare, )
SETTINGS(conformal, MEMBER(seed))
SETTINGS(ctx, MEMBER(allocator) MEMBER(log) MEMBER(log_user))
SETTINGS(data, MEMBER(data) MEMBER(data_dir) MEMBER(seed) MEMBER(class_weights))
SETTINGS(get, MEMBER(name) MEMBER(data_dir) MEMBER(source) MEMBER(proxy) MEMBER(no_proxy))
SETTINGS(launch, MEMBER(folder) MEMBER(program) MEMBER(jobs) MEMBER(threads))
SETTINGS(model, MEMBER(model) MEMBER(dropout) MEMBER(seed))
SETTINGS(model_file, MEMBER(dropout))
SETTINGS(predictor, MEMBER(dropout))
SETTINGS(prune, )
SETTINGS(ranking, MEMBER(seed) MEMBER(map))
SETTINGS(report, )
SETTINGS(reproduce, MEMBER(data_dir))
SETTINGS(run, MEMBER(data) MEMBER(data_dir))
SETTINGS(sample, )
SETTINGS(split, MEMBER(seed) MEMBER(class_weights))
SETTINGS(text, )
SETTINGS(train, MEMBER(command))
SETTINGS(trainer, )
SETTINGS(tune, )
SETTINGS(uncertainty, MEMBER(data) MEMBER(data_dir) MEMBER(ood) MEMBER(calibrate_on) MEMBER(target))
