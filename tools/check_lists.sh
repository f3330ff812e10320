#!/bin/sh
# Every technique, seed, mapping, optimiser, transform and data reader is named in its list, and every
# line of a list has its file; every struct of settings has its table. Run from the top.
status=0
compare() { # folder-pattern-of-definitions list-file
    defined=$(grep -ho "\(AD_KERNEL(\|^const [a-z_]* \)$1[a-z_0-9]*)* = {" "$2"/*.c | sed "s/.*$1//; s/)* = {//" | sort)
    listed=$(grep -o "^$3([a-z_0-9]*" "$4" | sed "s/$3(//" | sort)
    [ "$defined" = "$listed" ] || {
        echo "$4 does not name what $2 defines:"
        echo "defined:" $defined
        echo "listed: " $listed
        status=1
    }
    echo "$4: $(echo "$listed" | wc -l) entries"
}
compare ad_technique_ src/technique TECHNIQUE src/technique/technique_list.h
compare ad_seed_ src/dist SEED src/dist/seed_list.h
compare ad_map_ src/dist MAP src/dist/map_list.h
compare ad_optimizer_ src/optim OPTIMIZER src/optim/optimizer_list.h
compare ad_data_reader_ src/data READER src/data/reader_list.h
compare ad_transform_type_ src/transform TRANSFORM src/transform/transform_list.h
compare ad_layer_ src/layer LAYER src/layer/layer_list.h
compare ad_loss_ src/layer LOSS src/layer/loss_list.h
compare ad_architecture_ src/model ARCHITECTURE src/model/architecture_list.h

# Every struct of settings in the public headers has its table and is walked by the tests.
structs=$(sed -n 's/^typedef struct adrop_\([a-z_0-9]*\)_opts {$/\1/p' include/adrop/*.h | sort)
tables=$(grep -ho 'adrop_option \*adrop_[a-z_0-9]*_options(void);' include/adrop/*.h | sed 's/.*\*adrop_//; s/_options(void);//' | sort)
walked=$(sed -n 's/^SETTINGS(\([a-z_0-9]*\),.*/\1/p' tests/settings_list.h | sort)
[ "$structs" = "$tables" ] && [ "$structs" = "$walked" ] || {
    echo "structs adrop_x_opts, tables adrop_x_options() and tests/settings_list.h are not of the same x:"
    echo "structs:" $structs
    echo "tables: " $tables
    echo "walked: " $walked
    status=1
}
echo "tests/settings_list.h: $(echo "$walked" | wc -l) entries"
exit $status
