/* dump_playground TECHNIQUE STEPS: train the playground's network as the page does by default, ten
 * steps at a time, and print what its table shows, as JSON; or the message of a refusal. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "module.h"

static void print_text(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
    putchar('"');
}

static const char *number(double x, int digits, char text[32])
{
    play_number(x, digits, text);
    return text;
}

int main(int argc, char **argv)
{
    const uint32_t steps = argc > 2 ? (uint32_t)atoi(argv[2]) : 100;
    play_net *net = play_net_create(argc > 1 ? argv[1] : "none", 0, 80, 0.15, 24, 0.01, 1);
    char a[32], b[32], c[32];
    double loss = NAN;

    if (!net) {
        printf("{\"message\":");
        print_text(play_message());
        printf("}\n");
        return 0;
    }
    for (uint32_t done = 0; done < steps; done += 10)
        loss = play_net_train(net, 10);
    printf("{\"step\":\"%u\",\"loss\":\"%s\"", (unsigned)play_net_step(net), number(loss, 5, a));
    printf(",\"training points right\":\"%s %%\"", number(100 * play_net_accuracy(net, 0), 4, a));
    printf(",\"test points right\":\"%s %%\"", number(100 * play_net_accuracy(net, 1), 4, a));
    for (size_t l = 0; l < 2; l++) {
        const double mu = play_net_mu(net, l), sigma = play_net_sigma(net, l);
        printf(",\"dropout rate, layer %zu\":\"%s", l + 1, number(play_net_rate(net, l), 4, a));
        if (!isnan(mu))
            printf(", mu %s, sigma %s", number(mu, 4, b), number(sigma, 4, c));
        printf("\"");
    }
    printf("}\n");
    play_net_free(net);
    return 0;
}
