/* One line a reader of files; included several times with READER set. */
READER(idx)
READER(cifar)
READER(images)
READER(imagenet32)
READER(npy)
READER(table)
READER(uci)
READER(jsonl)
