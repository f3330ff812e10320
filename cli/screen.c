/* The terminal as a screen (watch.h). */
#include "watch.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static struct termios before;
static volatile sig_atomic_t is_open, came, resized;

static const char enter[] = "\033[?1049h\033[?25l";
static const char leave[] = "\033[?25h\033[?1049l";

/* Async-signal-safe: calls only write and tcsetattr. */
static void give_back(void)
{
    if (!is_open)
        return;
    is_open = 0;
    if (write(STDOUT_FILENO, leave, sizeof leave - 1) < 0) {
        /* the terminal has gone */
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
}

static int take_over(void)
{
    struct termios raw = before;

    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(STDIN_FILENO, TCSANOW, &raw))
        return -1;
    is_open = 1;
    return write(STDOUT_FILENO, enter, sizeof enter - 1) < 0 ? -1 : 0;
}

static void screen_keep(int number)
{
    const int error = errno;

    if (number == SIGWINCH) {
        resized = 1;
    } else if (number == SIGTSTP) {
        give_back();
        raise(SIGSTOP);
        take_over();
        resized = 1;
    } else {
        if (came) { /* a second signal ends at once */
            give_back();
            _exit(128 + number);
        }
        came = number;
    }
    errno = error;
}

int screen_open(void)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGWINCH, SIGTSTP };
    struct sigaction action = { .sa_handler =
                                    screen_keep }; /* no SA_RESTART: signals must interrupt poll */

    if (tcgetattr(STDIN_FILENO, &before))
        return -1;
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
    atexit(give_back);
    if (take_over()) {
        give_back();
        return -1;
    }
    return 0;
}

void screen_close(void)
{
    fflush(stdout);
    give_back();
}

void screen_size(size_t *columns, size_t *lines)
{
    struct winsize size = { 0 };

    resized = 0;
    *columns = 80;
    *lines = 24;
    if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col && size.ws_row) {
        *columns = size.ws_col < 20 ? 20 : size.ws_col;
        *lines = size.ws_row < 5 ? 5 : size.ws_row;
    }
}

void screen_show(const char *page, size_t lines, const char *last)
{
    fputs("\033[H", stdout);
    for (size_t line = 0; line + 1 < lines && *page; line++) {
        const size_t n = strcspn(page, "\n");
        fwrite(page, 1, n, stdout);
        fputs("\033[K\r\n", stdout);
        page += n + (page[n] == '\n');
    }
    fprintf(stdout, "%s\033[J", last);
    if (fflush(stdout) && !came)
        came = SIGPIPE;
}

int screen_wait(double seconds)
{
    struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
    char key;

    if (came || resized)
        return came != 0;
    const int ready = poll(&input, 1, (int)(1000 * seconds));
    if (ready > 0 && (input.revents & (POLLHUP | POLLERR)) && !(input.revents & POLLIN)) {
        came = SIGHUP;
        return 1;
    }
    while (ready > 0 && read(STDIN_FILENO, &key, 1) == 1)
        if (key == 'q' || key == 'Q' || key == 3 || key == 27)
            return 1;
    return came != 0;
}

int screen_signal(void)
{
    return came;
}
