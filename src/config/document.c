/* YAML documents read into structs (document.h). libyaml builds the tree of nodes. The walk follows
 * the tables, not the tree, so a document that refers to itself also terminates. */
#include "config/document.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "adrop/option.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/registry.h"

typedef struct {
    adrop_ctx *ctx;
    const char *path;
    yaml_document_t *document;
    char *memory; /* storage for texts */
    size_t used, room;
} reader;

static adrop_status fail_at(const reader *r, const yaml_node_t *node, const char *reason)
{
    return ad_fail(r->ctx, ADROP_EFORMAT, "'%s' line %zu: %s", r->path, node->start_mark.line + 1,
                   reason);
}

static const yaml_node_t *node_at(const reader *r, int i)
{
    return yaml_document_get_node(r->document, i);
}

/* Bytes needed for all texts of the document. */
static size_t texts_size(const yaml_document_t *document)
{
    size_t size = 0;

    for (const yaml_node_t *n = document->nodes.start; n < document->nodes.top; n++)
        if (n->type == YAML_SCALAR_NODE)
            size += n->data.scalar.length + 1;
    return size;
}

/* The node's text, copied; a node that is used twice is checked before it is copied again. */
static adrop_status take_text(reader *r, const yaml_node_t *node, const char **out)
{
    if (node->type != YAML_SCALAR_NODE)
        return fail_at(r, node, "a list or mapping, where a text is expected");
    const char *text = (const char *)node->data.scalar.value;
    const size_t length = node->data.scalar.length;
    if (strlen(text) != length || length >= AD_DOC_LONGEST)
        return fail_at(r, node, "a text that is too long or holds a zero byte");
    if (r->used + length + 1 > r->room)
        return fail_at(r, node, "an alias: write the text again");
    *out = memcpy(r->memory + r->used, text, length + 1);
    r->used += length + 1;
    return ADROP_OK;
}

static adrop_status take_number(reader *r, const yaml_node_t *node, const ad_doc_field *field,
                                void *at)
{
    const char *text;
    double x;
    adrop_status status = take_text(r, node, &text);

    if (status)
        return status;
    if (adrop_number_read(text, &x) || !(x >= 0 && x <= 1e15))
        return fail_at(r, node, "not a number of at least 0");
    if (field->kind == AD_DOC_REAL) {
        *(double *)at = x;
    } else {
        if (x != (double)(size_t)x)
            return fail_at(r, node, "not a whole number");
        *(size_t *)at = (size_t)x;
    }
    return ADROP_OK;
}

static adrop_status take_texts(reader *r, const yaml_node_t *node, ad_doc_texts *texts)
{
    adrop_status status = ADROP_OK;

    if (node->type != YAML_SEQUENCE_NODE)
        return fail_at(r, node, "not a list: write [a, b]");
    texts->n = 0;
    for (const yaml_node_item_t *i = node->data.sequence.items.start;
         !status && i < node->data.sequence.items.top; i++) {
        if (texts->n == AD_DOC_MOST)
            return fail_at(r, node, "a list that is too long");
        status = take_text(r, node_at(r, *i), &texts->text[texts->n++]);
    }
    return status;
}

static adrop_status take_pairs(reader *r, const yaml_node_t *node, ad_doc_pairs *pairs)
{
    adrop_status status = ADROP_OK;

    if (node->type != YAML_MAPPING_NODE)
        return fail_at(r, node, "not a mapping of key: value");
    pairs->n = 0;
    for (const yaml_node_pair_t *p = node->data.mapping.pairs.start;
         !status && p < node->data.mapping.pairs.top; p++) {
        if (pairs->n == AD_DOC_MOST)
            return fail_at(r, node, "a mapping that is too long");
        ad_doc_pair *pair = &pairs->pair[pairs->n];
        if (!(status = take_text(r, node_at(r, p->key), &pair->key)))
            status = take_text(r, node_at(r, p->value), &pair->value);
        for (size_t i = 0; !status && i < pairs->n; i++)
            if (!strcmp(pairs->pair[i].key, pair->key))
                return fail_at(r, node_at(r, p->key), "a key that is given twice");
        pairs->n++;
    }
    return status;
}

static adrop_status take_struct(reader *r, const yaml_node_t *node, const ad_doc_field *fields,
                                void *dst);

static adrop_status take_structs(reader *r, const yaml_node_t *node, const ad_doc_field *field,
                                 void *dst)
{
    size_t *n = (size_t *)((char *)dst + field->count);
    adrop_status status = ADROP_OK;

    if (node->type != YAML_SEQUENCE_NODE)
        return fail_at(r, node, "not a list of mappings");
    for (const yaml_node_item_t *i = node->data.sequence.items.start;
         !status && i < node->data.sequence.items.top; i++) {
        if (*n == field->most)
            return fail_at(r, node, "a list that is too long");
        status = take_struct(r, node_at(r, *i), field->fields,
                             (char *)dst + field->offset + *n * field->size);
        ++*n;
    }
    return status;
}

static adrop_status take_field(reader *r, const yaml_node_t *node, const ad_doc_field *field,
                               void *dst)
{
    void *at = (char *)dst + field->offset;

    switch (field->kind) {
    case AD_DOC_TEXT:
        return take_text(r, node, at);
    case AD_DOC_COUNT:
    case AD_DOC_REAL:
        return take_number(r, node, field, at);
    case AD_DOC_TEXTS:
        return take_texts(r, node, at);
    case AD_DOC_PAIRS:
        return take_pairs(r, node, at);
    case AD_DOC_STRUCT:
        return take_struct(r, node, field->fields, at);
    case AD_DOC_STRUCTS:
        break;
    }
    return take_structs(r, node, field, dst);
}

static const char *field_at(const void *list, size_t i)
{
    const ad_doc_field *fields = list;

    return fields[i].name;
}

static adrop_status document_unknown(const reader *r, const yaml_node_t *node,
                                     const ad_doc_field *fields)
{
    const ad_registry registry = { "key", field_at, fields };

    ad_registry_refuse(r->ctx, &registry, (const char *)node->data.scalar.value);
    return ad_fail(r->ctx, ADROP_EFORMAT, "'%s' line %zu: %s", r->path, node->start_mark.line + 1,
                   adrop_ctx_message(r->ctx));
}

static adrop_status take_struct(reader *r, const yaml_node_t *node, const ad_doc_field *fields,
                                void *dst)
{
    unsigned long seen = 0;
    adrop_status status = ADROP_OK;

    if (node->type != YAML_MAPPING_NODE)
        return fail_at(r, node, "not a mapping of key: value");
    for (const yaml_node_pair_t *p = node->data.mapping.pairs.start;
         !status && p < node->data.mapping.pairs.top; p++) {
        const yaml_node_t *key = node_at(r, p->key);
        size_t i = 0;
        if (key->type != YAML_SCALAR_NODE)
            return fail_at(r, key, "a key that is no text");
        while (fields[i].name && strcmp(fields[i].name, (const char *)key->data.scalar.value))
            i++;
        if (!fields[i].name)
            return document_unknown(r, key, fields);
        if (seen >> i & 1)
            return fail_at(r, key, "a key that is given twice");
        seen |= 1ul << i;
        status = take_field(r, node_at(r, p->value), &fields[i], dst);
    }
    return status;
}

static adrop_status take_document(reader *r, const ad_doc_field *fields, void *dst)
{
    const yaml_node_t *root = yaml_document_get_root_node(r->document);

    if (!root)
        return ad_fail(r->ctx, ADROP_EFORMAT, "'%s' is empty", r->path);
    r->room = texts_size(r->document);
    adrop_status status = AD_NEW(r->ctx, r->room, "the texts of a document", &r->memory);
    return status ? status : take_struct(r, root, fields, dst);
}

/* Why libyaml has not built a tree. It does not always report that memory ran out, but it names the
 * problem of every other failure. */
static adrop_status document_refuse(adrop_ctx *ctx, const char *path, const yaml_parser_t *parser)
{
    if (parser->error == YAML_MEMORY_ERROR || !parser->problem)
        return ad_fail(ctx, ADROP_ENOMEM, "no memory to read '%s'", path);
    return ad_fail(ctx, ADROP_EFORMAT, "'%s' line %zu: %s", path, parser->problem_mark.line + 1,
                   parser->problem);
}

adrop_status ad_doc_read(adrop_ctx *ctx, const char *path, const char *text, size_t size,
                         const ad_doc_field *fields, void *dst, char **memory)
{
    yaml_parser_t parser;
    yaml_document_t document;
    reader r = { .ctx = ctx, .path = path, .document = &document };
    adrop_status status;

    *memory = NULL;
    if (size > AD_DOC_LARGEST)
        return ad_fail(ctx, ADROP_EFORMAT, "'%s' has %zu bytes: at most %d are read", path, size,
                       AD_DOC_LARGEST);
    if (!yaml_parser_initialize(&parser))
        return ad_fail(ctx, ADROP_ENOMEM, "no memory to read '%s'", path);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    if (!yaml_parser_load(&parser, &document)) {
        status = document_refuse(ctx, path, &parser);
    } else {
        status = take_document(&r, fields, dst);
        yaml_document_delete(&document);
    }
    yaml_parser_delete(&parser);
    if (status) {
        ad_free(ctx, r.memory);
        r.memory = NULL;
    }
    *memory = r.memory;
    return status;
}
