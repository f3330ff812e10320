#!/bin/sh
# Malformed, truncated and exploding files, given to `adrop data info` with 512 MB of address space
# and one second of processor time. Each must be refused with status 3 and exactly one sentence on
# standard error, which gives the reason. ADROP is the program; VERBOSE=1 prints the sentences.
: "${ADROP:?set ADROP to the program}"
[ -z "$SANITIZE" ] || { echo "skipped: sanitizers need more than 512 MB of addresses"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export OMP_NUM_THREADS=2
checked=0
failed=0

info() { # PATH OPTIONS..
    (
        ulimit -v 524288
        ulimit -t 1
        exec timeout 30 "$ADROP" data info "$@"
    ) >out 2>err </dev/null
}

complain() { # WHAT WHY
    echo "$1: $2: $(head -c 300 err)"
    failed=$((failed + 1))
}

refused() { # WHAT REASON PATH OPTIONS..
    what=$1 reason=$2
    shift 2
    checked=$((checked + 1))
    info "$@"
    code=$?
    if [ $code -ne 3 ]; then
        complain "$what" "exit status $code"
    elif [ "$(wc -l <err)" -ne 1 ] || ! grep -q '^adrop data: ..*' err || [ "$(wc -c <err)" -gt 700 ]; then
        complain "$what" "not one sentence"
    elif ! grep -q -- "$reason" err; then
        complain "$what" "not because of '$reason'"
    elif [ -s out ]; then
        complain "$what" "something was printed"
    elif [ -n "$VERBOSE" ]; then
        cat err
    fi
}

zeros() { head -c "$1" /dev/zero; }
big4() { # NUMBER, four bytes, the highest first
    printf "$(printf '\\%03o\\%03o\\%03o\\%03o' $(($1 >> 24 & 255)) $(($1 >> 16 & 255)) $(($1 >> 8 & 255)) $(($1 & 255)))"
}
low() { # BYTES NUMBER, the lowest first
    n=$1 v=$2
    while [ "$n" -gt 0 ]; do
        printf "$(printf '\\%03o' $((v & 255)))"
        v=$((v >> 8)) n=$((n - 1))
    done
}

# The limits must be such that good files pass.
mkdir good && printf '1,2,a\n3,4,b\n5,6,a\n7,8,b\n' >good/t.csv
info good/t.csv --task classification || { echo "a good table is refused: $(cat err)"; exit 1; }

# idx: counts
idx() { # MAGIC N H W BYTES LABELS
    rm -rf idx && mkdir idx
    { big4 "$1"; big4 "$2"; big4 "$3"; big4 "$4"; zeros "$5"; } >idx/train-images-idx3-ubyte
    { big4 2049; big4 "$6"; zeros 10; } >idx/train-labels-idx1-ubyte
}
idx 2051 10 2 2 40 10 && { info idx || { echo "good idx files are refused: $(cat err)"; exit 1; }; }
idx 2051 4294967295 4294967295 4294967295 40 10 && refused "idx, all counts huge" "out of range" idx
idx 2051 4294967295 28 28 40 4294967295 && refused "idx, four thousand million images" "out of range" idx
idx 2051 2147483648 2 2 40 10 && refused "idx, a negative count" "out of range" idx
idx 2051 10 65535 65535 40 10 && refused "idx, huge images" "the file ends after 40 of" idx
idx 2051 10 0 2 40 10 && refused "idx, empty images" "out of range" idx
idx 2051 10 2 2 39 10 && refused "idx, a byte is missing" "ends after 39 of 40" idx
idx 2051 10 2 2 41 10 && refused "idx, a byte too many" "more bytes follow" idx
idx 3345 10 2 2 40 10 && refused "idx, another magic number" "no format" idx
idx 2051 10 2 2 40 11 && refused "idx, a label more than images" "11 labels" idx

# CIFAR: lengths and labels
mkdir cifar && zeros 3072 >cifar/data_batch_1.bin && refused "cifar, a byte is missing" "3072 of 3073" cifar --format cifar
{ printf '\377'; zeros 3072; } >cifar/data_batch_1.bin && refused "cifar, label 255" "label is 255" cifar --format cifar

# npy: headers
npy() { # FILE HEADER BYTES
    { printf '\223NUMPY\001\000'; low 2 $((${#2} + 1)); printf '%s\n' "$2"; zeros "$3"; } >"$1"
}
mkdir npy
head="{'descr': '<f4', 'fortran_order': False, 'shape':"
npy npy/y.npy "{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }" 16
npy npy/x.npy "$head (2, 3), }" 24 && { info npy || { echo "good npy files are refused: $(cat err)"; exit 1; }; }
npy npy/x.npy "$head (1000000000000000000, 3), }" 24 && refused "npy, a huge shape" "out of range" npy
npy npy/x.npy "$head (4294967296, 4294967296), }" 24 && refused "npy, a shape that overflows" "out of range" npy
npy npy/x.npy "$head (-2, 3), }" 24 && refused "npy, a negative shape" "other than counts" npy
npy npy/x.npy "$head (2, 3), }" 23 && refused "npy, a byte is missing" "ends after 23 of 24" npy
npy npy/x.npy "$head (2, 3" 24 && refused "npy, a header that breaks off" "shape" npy
npy npy/x.npy "{'descr': '|O', 'fortran_order': False, 'shape': (2, 3), }" 24 && refused "npy, objects" "Python objects" npy
{ printf '\223NUMPY\002\000'; low 4 4294967295; printf '%s\n' "$head (2, 3), }"; } >npy/x.npy &&
    refused "npy, a header of 4 GB" "4294967295 bytes" npy
{ printf '\223NUMPZ\001\000'; zeros 100; } >npy/x.npy && refused "npy, another magic number" "does not begin" npy --format npy

# tables
table() { # WHAT REASON; the file is t.csv
    refused "table, $1" "$2" t.csv --task classification --format table
}
: >t.csv && table "empty" "is empty"
printf '1,2,a\n3,b\n' >t.csv && table "a column is missing" "2 columns"
{ printf '1,2,a\n'; zeros 5000; } >t.csv && table "zeros" "not a text"
head -c 100000 /dev/urandom >t.csv && table "noise" "not a text"
{ zeros 200000 | tr '\0' ,; echo a; } >t.csv && table "two hundred thousand columns" "more than 65536 columns"
{ zeros 40000000 | tr '\0' 1; echo ,a; } >t.csv && table "a number of 40 MB" "no rows"
printf '1e999,2,a\n1,2,b\n' >t.csv && table "a number beyond all" "too large"
printf 'nan,2,a\n1,2,b\n' >t.csv && table "no number" "missing"
mkdir uci && printf '1 2 3\n4 5 6\n' >uci/data.txt && printf '0 1\n' >uci/index_features.txt &&
    printf '2\n' >uci/index_target.txt && printf '0\n' >uci/index_train_0.txt
printf '1\n-1\n' >uci/index_test_0.txt && refused "uci, a negative row" "is -1" uci
printf '99999999999999999999\n' >uci/index_test_0.txt && refused "uci, a huge row" "1e+20" uci

# images: sizes in headers
images() { # ENDING WHAT REASON; the file is called picture
    rm -rf pictures && mkdir -p pictures/cat && mv picture pictures/cat/1."$1"
    refused "$2" "$3" pictures
}
scan='\377\332\000\014\003\001\000\002\021\003\021\000\077\000'
{ printf '\377\330\377\300\000\021\010\352\140\352\140\003\001\042\000\002\021\001\003\021\001'; printf "$scan"; zeros 64; } >picture
images jpg "jpeg, 60000 x 60000" "60000 x 60000"
printf '\377\330\377\300\000\021\010\000\020\000' >picture
images jpg "jpeg, a header that breaks off" "damaged JPEG"
png='\211PNG\r\n\032\n'
{ printf "$png"; big4 13; printf IHDR; big4 60000; big4 60000; printf '\010\002\000\000\000\017\260\342\025'
  big4 64; printf IDAT; zeros 68; } >picture
images png "png, 60000 x 60000" "60000 x 60000"
{ printf "$png"; big4 2147483647; printf IHDR; zeros 30; } >picture
images png "png, a chunk of 2 GB" "damaged PNG"
printf 'GIF89a' >picture
images png "png, another magic number" "neither a JPEG nor a PNG"
: >picture
images png "png, empty" "neither a JPEG nor a PNG"

# archives: bombs, lies, names
yes 1,2,a | head -c 400000000 | gzip -9 >bomb.csv.gz && refused "gz, 400 MB of one line" "decompression bomb" bomb.csv.gz --task classification
gzip -c <bomb.csv.gz >bomb.csv.gz.gz && refused "gz in gz" "decompression bomb" bomb.csv.gz.gz --task classification
head -c 1000 bomb.csv.gz >short.csv.gz && refused "gz that breaks off" "truncated" short.csv.gz --task classification
zip() { # NAME STORED-SIZE: one member, from bomb.csv.gz; its deflated bytes lie between gzip's head and tail
    all=$(wc -c <bomb.csv.gz)
    deflated=$((all - 18))
    crc=$(tail -c 8 bomb.csv.gz | head -c 4 | od -An -tu4 | tr -d ' ')
    fields() { low 2 20; low 2 0; low 2 8; low 4 0; low 4 "$crc"; low 4 "$deflated"; low 4 "$1"; low 2 "${#name}"; low 2 0; }
    name=$1
    printf 'PK\003\004'; fields "$2"; printf '%s' "$name"
    tail -c +11 bomb.csv.gz | head -c "$deflated"
    printf 'PK\001\002'; low 2 20; fields "$2"; low 2 0; low 2 0; low 2 0; low 4 0; low 4 0; printf '%s' "$name"
    printf 'PK\005\006'; low 4 0; low 2 1; low 2 1; low 4 $((46 + ${#name})); low 4 $((30 + ${#name} + deflated)); low 2 0
}
zip train.csv 400000000 >bomb.zip && refused "zip, 400 MB of one line" "decompression bomb" bomb.zip --task classification
zip train.csv 4294967294 >lie.zip && refused "zip, a false length" "decompression bomb" lie.zip --task classification
zip ../../train.csv 400000000 >climb.zip && refused "zip, a name that climbs" "climbs" climb.zip --task classification
head -c 2000 bomb.zip >short.zip && refused "zip that breaks off" "Truncated" short.zip --task classification
mkdir -p nest/cat && cp npy/y.npy nest/cat/1.png && tar cf nest.tar nest/cat/1.png && refused "tar, no images in it" "neither a JPEG" nest.tar
head -c 700 nest.tar >short.tar && refused "tar that breaks off" "Truncated" short.tar
{ head -c 124 nest.tar; printf '77777777777\0'; tail -c +137 nest.tar | head -c 12; printf '        '; tail -c +157 nest.tar; } >huge.tar
sum=$(head -c 512 huge.tar | od -An -v -tu1 | awk '{ for (i = 1; i <= NF; i++) s += $i } END { printf "%06o", s }')
{ head -c 148 huge.tar; printf '%s\0 ' "$sum"; tail -c +157 huge.tar; } >eight.tar && refused "tar, a member of 8 GB" "8589934592 bytes" eight.tar
ln -s /dev/zero link && refused "a link to /dev/zero" "neither a file" link
mkfifo pipe && refused "a pipe" "neither a file" pipe
mkdir empty && refused "an empty folder" "no format" empty
mkdir -p 1/2/3/4/5/6/7 && refused "folders seven deep" "nested" 1

echo "$checked files refused, $failed of them not as they should be"
[ $failed -eq 0 ]
