/* The program's JSON writer: commas, brackets, escapes, numbers. */
#include "../../cli/json.c"

#include "check.h"

static char written[1024];

/* What one text becomes. */
static const char *quoted_as(const char *text)
{
    FILE *file = fmemopen(written, sizeof written, "w");
    json j = { .file = file };

    json_text(&j, text);
    fclose(file);
    return written;
}

static void escapes(void)
{
    CHECK_TEXT(quoted_as("plain"), "\"plain\"");
    CHECK_TEXT(quoted_as(""), "\"\"");
    CHECK_TEXT(quoted_as("a \"b\" \\ c"), "\"a \\\"b\\\" \\\\ c\"");
    CHECK_TEXT(quoted_as("1\n2\t3"), "\"1\\n2\\t3\"");
    CHECK_TEXT(quoted_as("\001\033\177"), "\"\\u0001\\u001b\\u007f\"");
    CHECK_TEXT(quoted_as(NULL), "null");
}

static void utf8(void)
{
    /* one to four bytes pass as they are, the first and the last of each length */
    CHECK_TEXT(quoted_as("\xC2\x80 \xDF\xBF \xE0\xA0\x80 \xEF\xBF\xBF \xF0\x90\x80\x80"),
               "\"\xC2\x80 \xDF\xBF \xE0\xA0\x80 \xEF\xBF\xBF \xF0\x90\x80\x80\"");
    CHECK_TEXT(quoted_as("\xF4\x8F\xBF\xBF"), "\"\xF4\x8F\xBF\xBF\"");
    /* stray, cut short, overlong, a surrogate, too large: each bad byte is replaced */
    static const char *const bad[] = { "\x80", "\xC2", "\xFF", "\xC1" };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK_TEXT(quoted_as(bad[i]), "\"\xEF\xBF\xBD\"");
    static const char *const two[] = { "\xC0\x80", "\xE2\x82", "\xF5\x80" };
    for (size_t i = 0; i < sizeof two / sizeof two[0]; i++)
        CHECK_TEXT(quoted_as(two[i]), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
    static const char *const three[] = { "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF" };
    for (size_t i = 0; i < sizeof three / sizeof three[0]; i++)
        CHECK_TEXT(quoted_as(three[i]), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    CHECK_TEXT(quoted_as("\xC3(x"), "\"\xEF\xBF\xBD(x\"");
}

static void structure(void)
{
    FILE *file = fmemopen(written, sizeof written, "w");
    json j = { .file = file };

    json_open(&j, '{');
    json_key_text(&j, "a\"", "b");
    json_key(&j, "list");
    json_open(&j, '[');
    json_number(&j, 0.1);
    json_number(&j, -1e-7);
    json_number(&j, NAN);
    json_number(&j, INFINITY);
    json_float(&j, 0.1f);
    json_count(&j, 18446744073709551615u);
    json_truth(&j, 2);
    json_truth(&j, 0);
    json_open(&j, '[');
    json_close(&j);
    json_open(&j, '{');
    json_close(&j);
    json_close(&j);
    json_key_number(&j, "n", 3);
    json_close(&j);
    json_open(&j, '[');
    json_close(&j);
    fclose(file);
    CHECK_TEXT(written, "{\"a\\\"\":\"b\",\"list\":[0.1,-1e-07,null,null,0.100000001,"
                        "18446744073709551615,true,false,[],{}],\"n\":3}\n[]\n");
}

CHECK_MAIN(escapes, utf8, structure)
