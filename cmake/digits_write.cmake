# cmake -DFILE=digits.bin -DOUT=FILE.c -P digits_write.cmake: the bytes of the file as an array in C.
file(READ "${FILE}" hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n    " hex "${hex}")
file(WRITE "${OUT}" "/* Written by cmake/digits_write.cmake. */
#include \"data/digits.h\"

const uint8_t ad_digits_rows[AD_DIGITS * (AD_DIGITS_SIZE + 1)] = {
    ${hex}
};
")
