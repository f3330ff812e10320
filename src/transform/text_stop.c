/* English stop words, which say little about the subject of a text: articles, pronouns,
 * prepositions, conjunctions, auxiliary verbs and their parts around an apostrophe. */
#include <stdlib.h>
#include <string.h>

#include "transform/text_words.h"

/* Sorted. */
static const char *const words[] = {
    "about",    "above",   "after",    "again",     "against", "ain",     "all",     "also",
    "although", "am",      "among",    "an",        "and",     "any",     "are",     "aren",
    "as",       "at",      "be",       "because",   "been",    "before",  "being",   "below",
    "between",  "both",    "but",      "by",        "can",     "cannot",  "could",   "couldn",
    "did",      "didn",    "do",       "does",      "doesn",   "doing",   "don",     "down",
    "during",   "each",    "either",   "few",       "for",     "from",    "further", "had",
    "hadn",     "has",     "hasn",     "have",      "haven",   "having",  "he",      "her",
    "here",     "hers",    "herself",  "him",       "himself", "his",     "how",     "however",
    "if",       "in",      "into",     "is",        "isn",     "it",      "its",     "itself",
    "just",     "ll",      "may",      "me",        "might",   "mightn",  "more",    "most",
    "must",     "mustn",   "my",       "myself",    "needn",   "neither", "no",      "nor",
    "not",      "now",     "of",       "off",       "on",      "once",    "only",    "or",
    "other",    "our",     "ours",     "ourselves", "out",     "over",    "own",     "re",
    "same",     "shall",   "shan",     "she",       "should",  "shouldn", "so",      "some",
    "such",     "than",    "that",     "the",       "their",   "theirs",  "them",    "themselves",
    "then",     "there",   "these",    "they",      "this",    "those",   "though",  "through",
    "to",       "too",     "under",    "until",     "up",      "upon",    "us",      "ve",
    "very",     "was",     "wasn",     "we",        "were",    "weren",   "what",    "when",
    "where",    "whether", "which",    "while",     "who",     "whom",    "whose",   "why",
    "will",     "with",    "within",   "without",   "won",     "would",   "wouldn",  "you",
    "your",     "yours",   "yourself", "yourselves"
};

enum { LONGEST = 10, N_WORDS = sizeof words / sizeof *words };

static int text_stop_compare(const void *a, const void *b)
{
    return strcmp(a, *(const char *const *)b);
}

int ad_is_stop_word(const char *word, size_t length)
{
    char text[LONGEST + 1] = "";

    if (length > LONGEST)
        return 0;
    memcpy(text, word, length);
    return bsearch(text, words, N_WORDS, sizeof *words, text_stop_compare) != NULL;
}
