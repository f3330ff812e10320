/* Reading formulas (formula.h): operator precedence with two bounded stacks, no recursion.
 *
 * `waiting` holds operators, functions and open parentheses; `operand` records for each value
 * whether it is a constant or on the program's stack. Taking an operator from `waiting` emits its
 * step, or folds it if all its operands are constants. */
#include "dist/formula.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "adrop/option.h"
#include "base/context.h"
#include "dist/special.h"

enum { MOST_WAITING = 64, MOST_OPERANDS = 64 };

typedef enum kind { OPEN, CALL, SIGN, BINARY } kind;

typedef struct waiting {
    kind kind;
    ad_op op;
    int binds; /* precedence of SIGN and BINARY */
    int arguments, wanted;
    size_t at; /* position of its first character */
} waiting;

typedef struct operand {
    int constant;
    double value;
} operand;

typedef struct reader {
    adrop_ctx *ctx;
    const char *text;
    size_t at;
    char variable;
    ad_program *out;
    waiting wait[MOST_WAITING];
    size_t n_wait;
    operand value[MOST_OPERANDS];
    size_t n_values, depth;
    adrop_status status;
} reader;

static const struct {
    const char *name;
    ad_op op;
    int arguments;
} functions[] = {
    { "exp", AD_OP_EXP, 1 },           { "log", AD_OP_LOG, 1 },
    { "sqrt", AD_OP_SQRT, 1 },         { "abs", AD_OP_ABS, 1 },
    { "sign", AD_OP_SIGN, 1 },         { "sin", AD_OP_SIN, 1 },
    { "cos", AD_OP_COS, 1 },           { "tan", AD_OP_TAN, 1 },
    { "tanh", AD_OP_TANH, 1 },         { "atan", AD_OP_ATAN, 1 },
    { "erf", AD_OP_ERF, 1 },           { "sigmoid", AD_OP_SIGMOID, 1 },
    { "softplus", AD_OP_SOFTPLUS, 1 }, { "normcdf", AD_OP_NORMCDF, 1 },
    { "norminv", AD_OP_NORMINV, 1 },   { "min", AD_OP_MIN, 2 },
    { "max", AD_OP_MAX, 2 },           { "pow", AD_OP_POW, 2 },
};

enum { N_FUNCTIONS = sizeof functions / sizeof functions[0] };

/* Every failure names the position: "character 7: ..". */
__attribute__((format(printf, 3, 4))) static void formula_fail(reader *r, size_t at,
                                                               const char *format, ...)
{
    char why[160];
    va_list list;

    va_start(list, format);
    vsnprintf(why, sizeof why, format, list);
    va_end(list);
    r->status = ad_fail(r->ctx, ADROP_EINVAL, "character %zu: %s", at + 1, why);
}

/* -- Steps -------------------------------------------------------------------------------- */

static void emit(reader *r, size_t at, ad_step step)
{
    if (r->out->n == AD_FORMULA_STEPS) {
        formula_fail(r, at, "a formula has at most %d operations", AD_FORMULA_STEPS);
        return;
    }
    r->out->step[r->out->n++] = step;
}

static void push(reader *r, size_t at, operand v)
{
    if (r->n_values == MOST_OPERANDS || (!v.constant && r->depth == AD_FORMULA_DEPTH)) {
        formula_fail(r, at, "too much is nested: at most %d values may wait", AD_FORMULA_DEPTH);
        return;
    }
    r->depth += !v.constant;
    r->value[r->n_values++] = v;
}

static operand pop(reader *r)
{
    const operand v = r->value[--r->n_values];

    r->depth -= !v.constant;
    return v;
}

static void push_constant(reader *r, size_t at, double value)
{
    if (!isfinite(value))
        formula_fail(r, at, "this is not a finite number");
    else
        push(r, at, (operand){ 1, value });
}

static void one_operand(reader *r, size_t at, ad_op op)
{
    const operand a = pop(r);
    const ad_step step = { .op = op };

    if (a.constant) {
        push_constant(r, at, ad_formula_fold(&step, a.value, 0));
        return;
    }
    if (op == AD_OP_EXP && r->out->step[r->out->n - 1].op == AD_OP_NEGATE)
        r->out->step[r->out->n - 1].op = AD_OP_EXP_MINUS; /* of the same operand: one pass */
    else
        emit(r, at, step);
    push(r, at, a);
}

static ad_step whole_power(double n)
{
    const ad_op op = n == 2 ? AD_OP_SQUARE : n == 3 ? AD_OP_CUBE : AD_OP_WHOLE;

    return (ad_step){ .op = op, .constant = n };
}

/* Powers with a constant: roots and integer powers need no logarithm. Returns 1 if it is one. */
static int power(reader *r, size_t at, operand a, operand b)
{
    const double n = fabs(b.value);

    if (a.constant && a.value > 0) { /* c^x = e^(x ln c) */
        emit(r, at, (ad_step){ AD_OP_MULTIPLY, AD_RIGHT_CONSTANT, log(a.value) });
        emit(r, at, (ad_step){ .op = AD_OP_EXP });
        return 1;
    }
    if (!b.constant || (b.value != 0.5 && (n != floor(n) || n < 1 || n > AD_FORMULA_POWER)))
        return 0;
    if (b.value == 0.5)
        emit(r, at, (ad_step){ .op = AD_OP_SQRT });
    else if (n > 1)
        emit(r, at, whole_power(n));
    if (b.value < 0)
        emit(r, at, (ad_step){ AD_OP_DIVIDE, AD_LEFT_CONSTANT, 1 });
    return 1;
}

/* Is it 1 - u in a quantile, with u the last step? */
static int rest(const reader *r, ad_op op, operand a)
{
    const ad_program *p = r->out;

    return r->variable == 'u' && op == AD_OP_SUBTRACT && a.constant && a.value == 1 && p->n &&
           p->step[p->n - 1].op == AD_OP_X;
}

static void two_operands(reader *r, size_t at, ad_op op)
{
    const operand b = pop(r), a = pop(r);
    ad_step step = { op, AD_BOTH_STACKED, 0 };

    if (a.constant && b.constant) {
        push_constant(r, at, ad_formula_fold(&step, a.value, b.value));
        return;
    }
    if (b.constant)
        step = (ad_step){ op, AD_RIGHT_CONSTANT, b.value };
    else if (a.constant)
        step = (ad_step){ op, AD_LEFT_CONSTANT, a.value };
    if (op == AD_OP_POW && a.constant && a.value <= 0)
        formula_fail(r, at, "the base of a power must be above 0 unless its exponent is a number");
    else if (rest(r, op, a))
        r->out->step[r->out->n - 1].op = AD_OP_REST;
    else if (op != AD_OP_POW || !power(r, at, a, b))
        emit(r, at, step);
    push(r, at, (operand){ 0 });
}

/* -- Operators ------------------------------------------------------------------------------ */

static void formula_take(reader *r)
{
    const waiting w = r->wait[--r->n_wait];

    if (w.kind == SIGN)
        one_operand(r, w.at, AD_OP_NEGATE);
    else
        two_operands(r, w.at, w.op);
}

static void wait_for(reader *r, waiting w)
{
    w.at = r->at;
    if (r->n_wait == MOST_WAITING)
        formula_fail(r, r->at, "too much is nested: at most %d operations may be open",
                     MOST_WAITING);
    else
        r->wait[r->n_wait++] = w;
}

/* Take all operators that bind at least as closely (for ^, which is right-associative: more
 * closely). */
static void take_closer(reader *r, int binds, int right)
{
    while (!r->status && r->n_wait && r->wait[r->n_wait - 1].kind >= SIGN &&
           r->wait[r->n_wait - 1].binds >= binds + right)
        formula_take(r);
}

/* Take all operators up to the open parenthesis; NULL if there is none. */
static waiting *take_to_open(reader *r)
{
    take_closer(r, 0, 0);
    return r->n_wait ? &r->wait[r->n_wait - 1] : NULL;
}

static void binary(reader *r)
{
    static const struct {
        char sign;
        ad_op op;
        int binds;
    } table[] = { { '+', AD_OP_ADD, 1 },
                  { '-', AD_OP_SUBTRACT, 1 },
                  { '*', AD_OP_MULTIPLY, 2 },
                  { '/', AD_OP_DIVIDE, 2 },
                  { '^', AD_OP_POW, 4 } };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (r->text[r->at] == table[i].sign) {
            take_closer(r, table[i].binds, table[i].op == AD_OP_POW);
            if (!r->status)
                wait_for(r, (waiting){ BINARY, table[i].op, table[i].binds, 0, 0, 0 });
            r->at++;
            return;
        }
    formula_fail(r, r->at, "'%c' cannot stand behind a value: write an operator there",
                 r->text[r->at]);
}

static void comma(reader *r)
{
    waiting *w = take_to_open(r);

    if (r->status)
        return;
    if (!w || w->kind != CALL || ++w->arguments >= w->wanted)
        formula_fail(r, r->at, "a comma that no function needs here");
    r->at++;
}

static void close(reader *r)
{
    const waiting *open = take_to_open(r);

    if (r->status)
        return;
    if (!open) {
        formula_fail(r, r->at, "a ')' that nothing opened");
        return;
    }
    const waiting w = *open;
    r->n_wait--;
    if (w.kind == CALL && w.arguments + 1 != w.wanted)
        formula_fail(r, r->at, "the function at character %zu takes two values", w.at + 1);
    else if (w.kind == CALL && w.wanted == 1)
        one_operand(r, w.at, w.op);
    else if (w.kind == CALL)
        two_operands(r, w.at, w.op);
    r->at++;
}

/* -- Values --------------------------------------------------------------------------------- */

static void formula_number(reader *r)
{
    static const char digits[] = "0123456789";
    char text[64];
    const char *begin = r->text + r->at, *end = begin + strspn(begin, "0123456789.");
    double value;

    if (*end == 'e' || *end == 'E') {
        const char *exponent = end + 1 + (end[1] == '-' || end[1] == '+');
        if (strspn(exponent, digits))
            end = exponent + strspn(exponent, digits);
    }
    const size_t n = (size_t)(end - begin);
    if (n >= sizeof text) {
        formula_fail(r, r->at, "a number of %zu characters", n);
        return;
    }
    snprintf(text, sizeof text, "%.*s", (int)n, begin);
    if (adrop_number_read(text, &value))
        formula_fail(r, r->at, "'%s' is not a number", text);
    else
        push_constant(r, r->at, value);
    r->at += n;
}

static void formula_unknown(reader *r, const char *name)
{
    const char *names[N_FUNCTIONS + 1] = { 0 };

    for (size_t i = 0; i < N_FUNCTIONS; i++)
        names[i] = functions[i].name;
    const char *near = adrop_nearest(name, names);
    if (near)
        formula_fail(r, r->at, "there is no '%s': did you mean '%s'?", name, near);
    else
        formula_fail(r, r->at, "there is no '%s': the variable is %c", name, r->variable);
}

static void function(reader *r, const char *name, size_t n)
{
    for (size_t i = 0; i < N_FUNCTIONS; i++)
        if (!strcmp(name, functions[i].name)) {
            const size_t open = r->at + n + strspn(r->text + r->at + n, " ");
            if (r->text[open] != '(') {
                formula_fail(r, r->at, "'%s' is a function: write %s(..)", name, name);
                return;
            }
            wait_for(r, (waiting){ CALL, functions[i].op, 0, 0, functions[i].arguments, 0 });
            r->at = open + 1;
            return;
        }
    formula_unknown(r, name);
}

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The variable, a constant, or a function with its parenthesis; 1 if a value is complete. */
static int word(reader *r)
{
    char name[32];
    size_t n = 0;

    while (is_letter(r->text[r->at + n]))
        n++;
    snprintf(name, sizeof name, "%.*s", (int)n, r->text + r->at);
    if (n == 1 && *name == r->variable) {
        emit(r, r->at, (ad_step){ .op = AD_OP_X });
        if (!r->status)
            push(r, r->at, (operand){ 0 });
    } else if (!strcmp(name, "pi")) {
        push_constant(r, r->at, AD_PI);
    } else if (!strcmp(name, "e")) {
        push_constant(r, r->at, 2.71828182845904523536);
    } else {
        function(r, name, n);
        return 0;
    }
    r->at += n;
    return 1;
}

/* Read the beginning of a value; returns 1 if a value is complete. */
static int formula_begin(reader *r)
{
    const char c = r->text[r->at];

    if (is_letter(c))
        return word(r);
    if ((c >= '0' && c <= '9') || c == '.') {
        formula_number(r);
        return 1;
    }
    if (c == '(')
        wait_for(r, (waiting){ .kind = OPEN });
    else if (c == '-')
        wait_for(r, (waiting){ .kind = SIGN, .binds = 3 });
    else if (c != '+')
        formula_fail(r, r->at, "'%c' stands where a value is missing", c);
    r->at++;
    return 0;
}

adrop_status ad_formula_read(adrop_ctx *ctx, const char *text, char variable, ad_program *out)
{
    reader r = { .ctx = ctx, .text = text, .variable = variable, .out = out };
    int complete = 0;

    out->n = 0;
    while (!r.status) {
        r.at += strspn(text + r.at, " ");
        const char c = text[r.at];
        if (!c)
            break;
        if (c < ' ' || c > '~')
            formula_fail(&r, r.at, "this character has no meaning in a formula");
        else if (!complete)
            complete = formula_begin(&r);
        else if (c == ')')
            close(&r);
        else if (c == ',') {
            comma(&r);
            complete = 0;
        } else {
            binary(&r);
            complete = 0;
        }
    }
    if (!r.status && !complete)
        formula_fail(&r, r.at, "a value is missing at the end");
    if (!r.status && take_to_open(&r) && !r.status)
        formula_fail(&r, r.wait[r.n_wait - 1].at, "a '(' that nothing closes");
    if (!r.status && !out->n)
        formula_fail(&r, 0, "the formula does not depend on %c", variable);
    return r.status;
}
