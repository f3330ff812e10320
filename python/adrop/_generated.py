"""The C interface of adrop: made by tools/bind.py from include/adrop/*.h.

Handles and arrays of numbers are addresses (c_void_p), texts are bytes. FUNCTIONS has result,
arguments and description of each function; _library.py binds them when they are used.
"""
from __future__ import annotations

import enum
from ctypes import (CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_double, c_float, c_int, c_int32,
                    c_size_t, c_uint, c_uint16, c_uint32, c_uint64, c_void_p)
from typing import Any

VERSION = 1000
ADROP_NUMBER_SIZE = 32
ADROP_LIST_MAX = 64


class adrop_status(enum.IntEnum):
    ADROP_OK = 0
    ADROP_ENOMEM = 1
    ADROP_EINVAL = 2
    ADROP_ESHAPE = 3
    ADROP_ENOENT = 4
    ADROP_EIO = 5
    ADROP_EFORMAT = 6
    ADROP_ENUMERIC = 7
    ADROP_ECOMPUTE = 8
    ADROP_EEXIST = 9
    ADROP_EDISK = 10
    ADROP_EINTR = 11
    ADROP_ENETWORK = 12


class adrop_log_level(enum.IntEnum):
    ADROP_LOG_DEBUG = 0
    ADROP_LOG_INFO = 1
    ADROP_LOG_WARNING = 2


class adrop_isa(enum.IntEnum):
    """Instruction sets for which kernels are built. All of them give the same masks, bit for bit;
    they differ in speed alone."""
    ADROP_ISA_AUTO = 0
    ADROP_ISA_BASELINE = 1
    ADROP_ISA_AVX2 = 2
    ADROP_ISA_AVX512 = 3


class adrop_option_kind(enum.IntEnum):
    ADROP_OPT_REAL = 0
    ADROP_OPT_COUNT = 1
    ADROP_OPT_FLAG = 2
    ADROP_OPT_CHOICE = 3
    ADROP_OPT_TEXT = 4
    ADROP_OPT_LIST = 5
    ADROP_OPT_TEXTS = 6
    ADROP_OPT_INT = 7


class adrop_option_group(enum.IntEnum):
    """What a setting is about: the heading that help shows it under."""
    ADROP_GROUP_NONE = 0
    ADROP_GROUP_OWN = 1
    ADROP_GROUP_DATA = 2
    ADROP_GROUP_NETWORK = 3
    ADROP_GROUP_TRAINING = 4
    ADROP_GROUP_OUTPUT = 5
    ADROP_GROUP_ADVANCED = 6
    ADROP_N_GROUPS = 7


class adrop_option_names(enum.IntEnum):
    """What a text names, where that is one of a list: the list is what a shell completes, and a value
    that is given twice is a mistake unless the setting takes several."""
    ADROP_NAMES_NOTHING = 0
    ADROP_NAMES_DATA = 1
    ADROP_NAMES_MODEL = 2
    ADROP_NAMES_TECHNIQUE = 3


class adrop_positive_kind(enum.IntEnum):
    """------------------------------------------------------------------------
    Densities on (0, inf): is softplus(Gaussian) a good stand-in for a gamma or
    an inverse gamma, better than the log-normal? (The paper's figure
    `softplusapprox`.) All of these give NaN for parameters that are not positive
    where they must be.

      kind              a                b                 v is
      softplus-gaussian mean of z        std. dev. of z    log(1 + exp(z))
      log-normal        mean of log v    std. dev. of it   exp(z)
      gamma             shape k          scale theta
      inverse-gamma     shape k          scale beta        1 / gamma(k, 1/beta)"""
    ADROP_POSITIVE_SOFTPLUS_GAUSSIAN = 0
    ADROP_POSITIVE_LOG_NORMAL = 1
    ADROP_POSITIVE_GAMMA = 2
    ADROP_POSITIVE_INVERSE_GAMMA = 3


class adrop_fit(enum.IntEnum):
    """How an approximation is fitted to a target."""
    ADROP_FIT_MOMENTS = 0
    ADROP_FIT_LOG_MOMENTS = 1
    ADROP_FIT_REVERSE_KL = 2


class adrop_phase(enum.IntEnum):
    """train: noise, and gradients will be asked for. sample: noise without gradients,
    with running averages in place of what training takes from the batch (Monte
    Carlo dropout). mean: no noise; for most techniques y is x, bit for bit."""
    ADROP_PHASE_TRAIN = 0
    ADROP_PHASE_SAMPLE = 1
    ADROP_PHASE_MEAN = 2


class adrop_t_kind(enum.IntEnum):
    """------------------------------------------------------------------------
    Tests on means."""
    ADROP_TEST_WELCH = 0
    ADROP_TEST_POOLED = 1
    ADROP_TEST_PAIRED = 2


class adrop_side(enum.IntEnum):
    """The alternative. Greater: x lies above y."""
    ADROP_SIDE_TWO = 0
    ADROP_SIDE_GREATER = 1
    ADROP_SIDE_LESS = 2


class adrop_bin_kind(enum.IntEnum):
    """------------------------------------------------------------------------
    Calibration: of predictions with confidence 0.8, are 80 % right?"""
    ADROP_EQUAL_WIDTH = 0
    ADROP_EQUAL_MASS = 1


class adrop_conformal_kind(enum.IntEnum):
    """------------------------------------------------------------------------
    Conformal prediction: sets and intervals that hold the truth with at least the stated
    probability, whatever the model, if calibration rows and new rows are exchangeable."""
    ADROP_CONFORMAL_LAC = 0
    ADROP_CONFORMAL_APS = 1
    ADROP_CONFORMAL_RAPS = 2


class adrop_precision(enum.IntEnum):
    """f32: float. bf16: maps and products in bf16 where the CPU multiplies them itself,
    refused elsewhere; weights, statistics, losses and dropout stay float. auto: bf16
    where AMX multiplies it, else f32, which may be faster there. f64: plain loops in double, the
    slow reference."""
    ADROP_PRECISION_F32 = 0
    ADROP_PRECISION_BF16 = 1
    ADROP_PRECISION_AUTO = 2
    ADROP_PRECISION_F64 = 3


class adrop_dropout_at(enum.IntEnum):
    """Where dropout sits: before every dense layer of the head, raw inputs included; before those that
    read hidden units; before the activation of hidden dense layers; as hidden, and on the network's
    outputs; after every activation, those of convolutions too, one mask for each channel of a map."""
    ADROP_AT_DENSE_INPUTS = 0
    ADROP_AT_HIDDEN = 1
    ADROP_AT_PREACTIVATION = 2
    ADROP_AT_LOGITS_TOO = 3
    ADROP_AT_EVERYWHERE = 4


class adrop_loss(enum.IntEnum):
    """Softmax cross-entropy of labels, the mean squared error of targets, or the binary cross-entropy
    of every output by itself with targets from 0 to 1: the mean over rows and outputs of the latter
    two."""
    ADROP_LOSS_SOFTMAX = 0
    ADROP_LOSS_SQUARED = 1
    ADROP_LOSS_BINARY = 2


class adrop_tensor_group(enum.IntEnum):
    """The network's tensors by PyTorch's names: parameters, then running averages of
    batch norm and techniques."""
    ADROP_TENSOR_WEIGHTS = 0
    ADROP_TENSOR_DROPOUT = 1
    ADROP_TENSOR_BUFFERS = 2


class adrop_task(enum.IntEnum):
    ADROP_TASK_AUTO = 0
    ADROP_CLASSIFICATION = 1
    ADROP_REGRESSION = 2
    ADROP_TASK_TEXT = 3


class adrop_part(enum.IntEnum):
    ADROP_PART_TRAIN = 0
    ADROP_PART_VAL = 1
    ADROP_PART_TEST = 2


class adrop_input_scale(enum.IntEnum):
    """How inputs are scaled. p is a pixel, top its largest possible value (255; digits
    16), x a column of a table."""
    ADROP_SCALE_AUTO = 0
    ADROP_SCALE_UNIT = 1
    ADROP_SCALE_SYMMETRIC = 2
    ADROP_SCALE_STANDARD = 3
    ADROP_SCALE_NONE = 4
    ADROP_SCALE_ROW_NORM = 5
    ADROP_SCALE_OTHER = 6


class adrop_missing(enum.IntEnum):
    """What becomes of values of a table that are missing. All is fitted on the training rows."""
    ADROP_MISSING_REFUSED = 0
    ADROP_MISSING_MEAN = 1
    ADROP_MISSING_MEDIAN = 2
    ADROP_MISSING_INDICATOR = 3


class adrop_class_weights(enum.IntEnum):
    """What a row counts in the loss, besides its own weight."""
    ADROP_CLASSES_AS_THEY_ARE = 0
    ADROP_CLASSES_BALANCED = 1


class adrop_sparse_weights(enum.IntEnum):
    """Predictions of a network many of whose weights are zero. Sums of a dense layer go over the inputs
    in order, and weights that are zero add nothing, so they can be left out (csr) or not (in order):
    the bits are the same, and do not depend on threads or on how many rows are asked together. They
    differ in the last places from those of the dense product that other layers run.

        auto   dense layers of 64 outputs or more at most 15 % of whose weights are not zero, a
    rule of the weights alone; whether zeros are left out is measured here, on 64 rows and on one, by
    the best of five times off    no layer on     every dense layer, and zeros are left out"""
    ADROP_SPARSE_AUTO = 0
    ADROP_SPARSE_OFF = 1
    ADROP_SPARSE_ON = 2


class adrop_prune_unit(enum.IntEnum):
    ADROP_PRUNE_NODES = 0
    ADROP_PRUNE_WEIGHTS = 1


class adrop_prune_scope(enum.IntEnum):
    ADROP_PRUNE_AUTO = 0
    ADROP_PRUNE_GLOBAL = 1
    ADROP_PRUNE_LAYER = 2


class adrop_export_format(enum.IntEnum):
    """onnx: opset 13, and ai.onnx.ml for columns of words."""
    ADROP_EXPORT_ONNX = 0


class adrop_encoding(enum.IntEnum):
    """How the characters of tables and of lines of documents are written in bytes."""
    ADROP_ENCODING_AUTO = 0
    ADROP_ENCODING_UTF_8 = 1
    ADROP_ENCODING_UTF_16 = 2
    ADROP_ENCODING_UTF_16LE = 3
    ADROP_ENCODING_UTF_16BE = 4
    ADROP_ENCODING_WINDOWS_1252 = 5
    ADROP_ENCODING_LATIN_1 = 6
    ADROP_ENCODING_LATIN_9 = 7


class adrop_decimal(enum.IntEnum):
    ADROP_DECIMAL_AUTO = 0
    ADROP_DECIMAL_POINT = 1
    ADROP_DECIMAL_COMMA = 2


class adrop_date_order(enum.IntEnum):
    ADROP_DATES_AUTO = 0
    ADROP_DATES_DMY = 1
    ADROP_DATES_MDY = 2


class adrop_verdict(enum.IntEnum):
    """Is a file the one that its authors published?"""
    ADROP_AS_PUBLISHED = 0
    ADROP_NOT_PUBLISHED = 1
    ADROP_NO_SUM = 2


class adrop_launch_kind(enum.IntEnum):
    ADROP_LAUNCH_LOCAL = 0
    ADROP_LAUNCH_MPI = 1
    ADROP_LAUNCH_SLURM = 2
    ADROP_LAUNCH_SCRIPT = 3


class adrop_run_state(enum.IntEnum):
    ADROP_RUN_WAITS = 0
    ADROP_RUN_BEGUN = 1
    ADROP_RUN_DONE = 2
    ADROP_RUN_FAILED = 3


class adrop_metric(enum.IntEnum):
    """Which figure of a run counts."""
    ADROP_METRIC_LAST = 0
    ADROP_METRIC_BEST = 1
    ADROP_METRIC_TOP5 = 2
    ADROP_METRIC_MICRO_F1 = 3
    ADROP_METRIC_MACRO_F1 = 4


class adrop_figure_axis_of(enum.IntEnum):
    ADROP_AXIS_X = 0
    ADROP_AXIS_Y = 1


class adrop_figure_form(enum.IntEnum):
    ADROP_FIGURE_SVG = 0
    ADROP_FIGURE_HTML = 1
    ADROP_FIGURE_TEXT = 2
    ADROP_FIGURE_CSV = 3


class adrop_mark(enum.IntEnum):
    ADROP_MARK_PLAIN = 0
    ADROP_MARK_BEST = 1
    ADROP_MARK_SECOND = 2


class adrop_table_style(enum.IntEnum):
    ADROP_TABLE_TEXT = 0
    ADROP_TABLE_TEXT_COLOUR = 1
    ADROP_TABLE_CSV = 2
    ADROP_TABLE_MARKDOWN = 3
    ADROP_TABLE_LATEX = 4


class adrop_document_form(enum.IntEnum):
    ADROP_DOCUMENT_TEXT = 0
    ADROP_DOCUMENT_JSON = 1
    ADROP_DOCUMENT_CSV = 2
    ADROP_DOCUMENT_MARKDOWN = 3
    ADROP_DOCUMENT_LATEX = 4
    ADROP_DOCUMENT_HTML = 5
    ADROP_N_DOCUMENT_FORMS = 6


class adrop_tune_method(enum.IntEnum):
    ADROP_TUNE_GRID = 0
    ADROP_TUNE_RANDOM = 1
    ADROP_TUNE_HALVING = 2
    ADROP_TUNE_HYPERBAND = 3


class adrop_trial_state(enum.IntEnum):
    ADROP_TRIAL_WAITS = 0
    ADROP_TRIAL_STOPPED = 1
    ADROP_TRIAL_DONE = 2
    ADROP_TRIAL_FAILED = 3
    ADROP_TRIAL_EQUAL = 4
    ADROP_TRIAL_LEFT_OUT = 5


class adrop_ranked_by(enum.IntEnum):
    """By which score rows are ranked."""
    ADROP_BY_MAXP = 0
    ADROP_BY_ENTROPY = 1
    ADROP_BY_MI = 2
    ADROP_BY_ENERGY = 3
    ADROP_N_RANKED_BY = 4


class adrop_scale(enum.IntEnum):
    ADROP_SCALE_QUICK = 0
    ADROP_SCALE_PAPER = 1
    ADROP_N_SCALES = 2


class adrop_recipe_kind(enum.IntEnum):
    """What a recipe does."""
    ADROP_RECIPE_COMPARISON = 0
    ADROP_RECIPE_CURVES = 1
    ADROP_RECIPE_TIMING = 2
    ADROP_RECIPE_PVALUE = 3
    ADROP_RECIPE_RATIOS = 4
    ADROP_RECIPE_DENSITIES = 5
    ADROP_RECIPE_DIVERGENCES = 6
    ADROP_RECIPE_MISSING = 7
    ADROP_RECIPE_UNCERTAINTY = 8
    ADROP_RECIPE_CONFUSION = 9
    ADROP_RECIPE_EXAMPLES = 10
    ADROP_RECIPE_PRUNING = 11


class adrop_curve(enum.IntEnum):
    """What is shown by epoch."""
    ADROP_CURVE_NONE = 0
    ADROP_CURVE_TEST = 1
    ADROP_CURVE_RATES = 2
    ADROP_CURVE_GAP = 3
    ADROP_CURVE_DISTRIBUTION = 4


class adrop_recipe_state(enum.IntEnum):
    """Can it be done here, now?"""
    ADROP_RECIPE_READY = 0
    ADROP_RECIPE_PARTLY = 1
    ADROP_RECIPE_NO_DATA = 2
    ADROP_RECIPE_NOT_YET = 3

ADROP_OK = 0
ADROP_ENOMEM = 1
ADROP_EINVAL = 2
ADROP_ESHAPE = 3
ADROP_ENOENT = 4
ADROP_EIO = 5
ADROP_EFORMAT = 6
ADROP_ENUMERIC = 7
ADROP_ECOMPUTE = 8
ADROP_EEXIST = 9
ADROP_EDISK = 10
ADROP_EINTR = 11
ADROP_ENETWORK = 12
ADROP_LOG_DEBUG = 0
ADROP_LOG_INFO = 1
ADROP_LOG_WARNING = 2
ADROP_ISA_AUTO = 0
ADROP_ISA_BASELINE = 1
ADROP_ISA_AVX2 = 2
ADROP_ISA_AVX512 = 3
ADROP_OPT_REAL = 0
ADROP_OPT_COUNT = 1
ADROP_OPT_FLAG = 2
ADROP_OPT_CHOICE = 3
ADROP_OPT_TEXT = 4
ADROP_OPT_LIST = 5
ADROP_OPT_TEXTS = 6
ADROP_OPT_INT = 7
ADROP_OPEN_MIN = 1
ADROP_OPEN_MAX = 2
ADROP_GROUP_NONE = 0
ADROP_GROUP_OWN = 1
ADROP_GROUP_DATA = 2
ADROP_GROUP_NETWORK = 3
ADROP_GROUP_TRAINING = 4
ADROP_GROUP_OUTPUT = 5
ADROP_GROUP_ADVANCED = 6
ADROP_N_GROUPS = 7
ADROP_TRAIT_COMMON = 1
ADROP_TRAIT_FREE = 2
ADROP_TRAIT_RESUMES = 4
ADROP_TRAIT_FIXED = 8
ADROP_TRAIT_STUDY = 16
ADROP_TRAIT_CHANGES = 32
ADROP_TRAIT_GROWS = 64
ADROP_NAMES_NOTHING = 0
ADROP_NAMES_DATA = 1
ADROP_NAMES_MODEL = 2
ADROP_NAMES_TECHNIQUE = 3
ADROP_FOR_TABLES = 1
ADROP_FOR_JSON_LINES = 2
ADROP_FOR_SPLITS = 4
ADROP_FOR_IMAGES = 8
ADROP_FOR_LINES = 16
ADROP_FOR_DOCUMENTS = 32
ADROP_FOR_DATA = 63
ADROP_FOR_CLASSES = 64
ADROP_FOR_VALUES = 128
ADROP_FOR_OPTIMIZERS = 256
ADROP_FOR_SCHEDULES = 512
ADROP_POSITIVE_SOFTPLUS_GAUSSIAN = 0
ADROP_POSITIVE_LOG_NORMAL = 1
ADROP_POSITIVE_GAMMA = 2
ADROP_POSITIVE_INVERSE_GAMMA = 3
ADROP_FIT_MOMENTS = 0
ADROP_FIT_LOG_MOMENTS = 1
ADROP_FIT_REVERSE_KL = 2
ADROP_CONFORMANCE_CHECKS = 32
ADROP_PHASE_TRAIN = 0
ADROP_PHASE_SAMPLE = 1
ADROP_PHASE_MEAN = 2
ADROP_TEST_WELCH = 0
ADROP_TEST_POOLED = 1
ADROP_TEST_PAIRED = 2
ADROP_SIDE_TWO = 0
ADROP_SIDE_GREATER = 1
ADROP_SIDE_LESS = 2
ADROP_EQUAL_WIDTH = 0
ADROP_EQUAL_MASS = 1
ADROP_CONFORMAL_LAC = 0
ADROP_CONFORMAL_APS = 1
ADROP_CONFORMAL_RAPS = 2
ADROP_PRECISION_F32 = 0
ADROP_PRECISION_BF16 = 1
ADROP_PRECISION_AUTO = 2
ADROP_PRECISION_F64 = 3
ADROP_AT_DENSE_INPUTS = 0
ADROP_AT_HIDDEN = 1
ADROP_AT_PREACTIVATION = 2
ADROP_AT_LOGITS_TOO = 3
ADROP_AT_EVERYWHERE = 4
ADROP_LOSS_SOFTMAX = 0
ADROP_LOSS_SQUARED = 1
ADROP_LOSS_BINARY = 2
ADROP_TENSOR_WEIGHTS = 0
ADROP_TENSOR_DROPOUT = 1
ADROP_TENSOR_BUFFERS = 2
ADROP_LAYER_INPUTS = 8
ADROP_TASK_AUTO = 0
ADROP_CLASSIFICATION = 1
ADROP_REGRESSION = 2
ADROP_TASK_TEXT = 3
ADROP_PART_TRAIN = 0
ADROP_PART_VAL = 1
ADROP_PART_TEST = 2
ADROP_ROW_TRAIN = 0
ADROP_ROW_VAL = 1
ADROP_ROW_TEST = 2
ADROP_ROW_FREE = 3
ADROP_ROW_UNUSED = 4
ADROP_SCALE_AUTO = 0
ADROP_SCALE_UNIT = 1
ADROP_SCALE_SYMMETRIC = 2
ADROP_SCALE_STANDARD = 3
ADROP_SCALE_NONE = 4
ADROP_SCALE_ROW_NORM = 5
ADROP_SCALE_OTHER = 6
ADROP_MISSING_REFUSED = 0
ADROP_MISSING_MEAN = 1
ADROP_MISSING_MEDIAN = 2
ADROP_MISSING_INDICATOR = 3
ADROP_CLASSES_AS_THEY_ARE = 0
ADROP_CLASSES_BALANCED = 1
ADROP_AUGMENT_CROP = 1
ADROP_AUGMENT_FLIP = 2
ADROP_AUGMENT_RESIZE = 4
ADROP_SPARSE_AUTO = 0
ADROP_SPARSE_OFF = 1
ADROP_SPARSE_ON = 2
ADROP_PRUNE_NODES = 0
ADROP_PRUNE_WEIGHTS = 1
ADROP_PRUNE_AUTO = 0
ADROP_PRUNE_GLOBAL = 1
ADROP_PRUNE_LAYER = 2
ADROP_EXPORT_ONNX = 0
ADROP_ENCODING_AUTO = 0
ADROP_ENCODING_UTF_8 = 1
ADROP_ENCODING_UTF_16 = 2
ADROP_ENCODING_UTF_16LE = 3
ADROP_ENCODING_UTF_16BE = 4
ADROP_ENCODING_WINDOWS_1252 = 5
ADROP_ENCODING_LATIN_1 = 6
ADROP_ENCODING_LATIN_9 = 7
ADROP_DECIMAL_AUTO = 0
ADROP_DECIMAL_POINT = 1
ADROP_DECIMAL_COMMA = 2
ADROP_DATES_AUTO = 0
ADROP_DATES_DMY = 1
ADROP_DATES_MDY = 2
ADROP_AS_PUBLISHED = 0
ADROP_NOT_PUBLISHED = 1
ADROP_NO_SUM = 2
ADROP_LAUNCH_LOCAL = 0
ADROP_LAUNCH_MPI = 1
ADROP_LAUNCH_SLURM = 2
ADROP_LAUNCH_SCRIPT = 3
ADROP_RUN_WAITS = 0
ADROP_RUN_BEGUN = 1
ADROP_RUN_DONE = 2
ADROP_RUN_FAILED = 3
ADROP_METRIC_LAST = 0
ADROP_METRIC_BEST = 1
ADROP_METRIC_TOP5 = 2
ADROP_METRIC_MICRO_F1 = 3
ADROP_METRIC_MACRO_F1 = 4
ADROP_AXIS_X = 0
ADROP_AXIS_Y = 1
ADROP_AXIS_LOG = 1
ADROP_AXIS_FROM_ZERO = 2
ADROP_AXIS_PERCENT = 4
ADROP_NEXT_STYLE = -1
ADROP_FIGURE_SVG = 0
ADROP_FIGURE_HTML = 1
ADROP_FIGURE_TEXT = 2
ADROP_FIGURE_CSV = 3
ADROP_MARK_PLAIN = 0
ADROP_MARK_BEST = 1
ADROP_MARK_SECOND = 2
ADROP_TABLE_TEXT = 0
ADROP_TABLE_TEXT_COLOUR = 1
ADROP_TABLE_CSV = 2
ADROP_TABLE_MARKDOWN = 3
ADROP_TABLE_LATEX = 4
ADROP_TABLE_ARRAYS = 1
ADROP_TABLE_BY_COLUMN = 2
ADROP_TABLE_WHOLE = 4
ADROP_TABLE_MEMBERS = 8
ADROP_TABLE_SHEET = 16
ADROP_TABLE_FOLDED = 32
ADROP_DOCUMENT_TEXT = 0
ADROP_DOCUMENT_JSON = 1
ADROP_DOCUMENT_CSV = 2
ADROP_DOCUMENT_MARKDOWN = 3
ADROP_DOCUMENT_LATEX = 4
ADROP_DOCUMENT_HTML = 5
ADROP_N_DOCUMENT_FORMS = 6
ADROP_TUNE_GRID = 0
ADROP_TUNE_RANDOM = 1
ADROP_TUNE_HALVING = 2
ADROP_TUNE_HYPERBAND = 3
ADROP_TRIAL_WAITS = 0
ADROP_TRIAL_STOPPED = 1
ADROP_TRIAL_DONE = 2
ADROP_TRIAL_FAILED = 3
ADROP_TRIAL_EQUAL = 4
ADROP_TRIAL_LEFT_OUT = 5
ADROP_BY_MAXP = 0
ADROP_BY_ENTROPY = 1
ADROP_BY_MI = 2
ADROP_BY_ENERGY = 3
ADROP_N_RANKED_BY = 4
ADROP_N_CONFORMAL = 3
ADROP_N_COVERAGES = 4
ADROP_SCALE_QUICK = 0
ADROP_SCALE_PAPER = 1
ADROP_N_SCALES = 2
ADROP_RECIPE_COMPARISON = 0
ADROP_RECIPE_CURVES = 1
ADROP_RECIPE_TIMING = 2
ADROP_RECIPE_PVALUE = 3
ADROP_RECIPE_RATIOS = 4
ADROP_RECIPE_DENSITIES = 5
ADROP_RECIPE_DIVERGENCES = 6
ADROP_RECIPE_MISSING = 7
ADROP_RECIPE_UNCERTAINTY = 8
ADROP_RECIPE_CONFUSION = 9
ADROP_RECIPE_EXAMPLES = 10
ADROP_RECIPE_PRUNING = 11
ADROP_CURVE_NONE = 0
ADROP_CURVE_TEST = 1
ADROP_CURVE_RATES = 2
ADROP_CURVE_GAP = 3
ADROP_CURVE_DISTRIBUTION = 4
ADROP_RECIPE_READY = 0
ADROP_RECIPE_PARTLY = 1
ADROP_RECIPE_NO_DATA = 2
ADROP_RECIPE_NOT_YET = 3


class adrop_allocator(Structure):
    """Every byte that the library itself takes comes from this pair; a fixed struct. The libraries it
    is built on do not know of it: oneDNN's primitives and OpenMP's threads in training, libyaml,
    Jansson, libarchive, the image decoders and libcurl around files take theirs from the C library
    (a small resnet18 makes oneDNN take about 2 MB).

    allocate  returns `size` bytes aligned to 64, or NULL; size is never 0.
    release   takes back what allocate returned; never called with NULL."""
    _fields_ = [
        ("allocate", CFUNCTYPE(c_void_p, c_void_p, c_size_t)),
        ("release", CFUNCTYPE(None, c_void_p, c_void_p)),
        ("user", c_void_p),
    ]

adrop_log_fn = CFUNCTYPE(None, c_void_p, c_int, c_char_p)

class adrop_ctx_opts(Structure):
    """adrop_ctx_opts of adrop/context.h

    size: sizeof(adrop_ctx_opts), set by adrop_ctx_opts_init
    allocator: both NULL: the C library's
    log: NULL: silent
    threads: at most 4096; 0: the least of the processors that the process may use, those that its control groups' quota is enough for, and OMP_NUM_THREADS; runs (adrop_train) use fewer where a step is small, and so do passes without gradients, for any number"""
    _fields_ = [
        ("size", c_size_t),
        ("allocator", adrop_allocator),
        ("log", adrop_log_fn),
        ("log_user", c_void_p),
        ("threads", c_int),
        ("isa", c_int),
    ]


class adrop_list(Structure):
    """adrop_list of adrop/option.h"""
    _fields_ = [
        ("n", c_size_t),
        ("value", c_double * 64),
    ]


class adrop_texts(Structure):
    """The texts of a setting that may be given several times, none of them NULL or empty. A fixed
    struct, like adrop_list; { 0 } has none."""
    _fields_ = [
        ("n", c_size_t),
        ("text", POINTER(c_char_p)),
    ]


class adrop_option(Structure):
    """adrop_option of adrop/option.h

    name: as the user writes it; NULL ends the table
    offset: offsetof(struct, field)
    fallback: REAL, COUNT, FLAG, CHOICE, INT: the default
    text: TEXT: the default; NULL: empty
    min: REAL, COUNT, LIST, INT: the range; both 0: any
    max: REAL, COUNT, LIST, INT: the range; both 0: any
    open: ADROP_OPEN_MIN | ADROP_OPEN_MAX: the end is outside
    words: CHOICE: the names, ended by NULL; COUNT: the word for 0, or NULL; TEXT: names that it may be, or NULL: any text
    value: what help calls the value: "RATE"; NULL: by kind
    help: one line, no capital, no full stop
    letter: -k, the short form; 0: none
    traits: ADROP_TRAIT_ bits
    applies: ADROP_FOR_ bits; 0: to everything
    needs: the setting without which it has no effect; NULL: none
    synonyms: other words for exactly this, with blanks between; NULL: none"""
    _fields_ = [
        ("name", c_char_p),
        ("kind", c_int),
        ("offset", c_size_t),
        ("fallback", c_double),
        ("text", c_char_p),
        ("min", c_double),
        ("max", c_double),
        ("open", c_uint),
        ("words", POINTER(c_char_p)),
        ("value", c_char_p),
        ("help", c_char_p),
        ("group", c_int),
        ("letter", c_char),
        ("traits", c_uint),
        ("applies", c_uint),
        ("names", c_int),
        ("needs", c_char_p),
        ("synonyms", c_char_p),
    ]


class adrop_curve_table(Structure):
    """The same by functions of a program.

    size: sizeof(adrop_curve_table)
    name: small letters, digits and '-'
    summary: one line: the formula"""
    _fields_ = [
        ("size", c_size_t),
        ("name", c_char_p),
        ("summary", c_char_p),
        ("at", CFUNCTYPE(None, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p)),
        ("self", c_void_p),
    ]


class adrop_atom(Structure):
    """A point of positive probability: a clamp, or 1 - exp(-max(r, 0)), has them."""
    _fields_ = [
        ("value", c_double),
        ("mass", c_double),
    ]


class adrop_near_dists(Structure):
    """The Bernoulli and the beta distribution nearest to d, by Wasserstein's distance of order 1 (see
    below). a and b are from 0.001 to 10,000, and a distance is 0 if below 1e-10.

    p: Bernoulli: probability of a mask of 1
    bernoulli_distance: from it
    a: beta, to four digits
    b: beta, to four digits
    beta_distance: from it
    at_limit: a or b is at an end of its range: there is no best, only a limit"""
    _fields_ = [
        ("p", c_double),
        ("bernoulli_distance", c_double),
        ("a", c_double),
        ("b", c_double),
        ("beta_distance", c_double),
        ("at_limit", c_int),
    ]


class adrop_target_info(Structure):
    """A kind of target; its settings follow it in a text, "concrete:rate=0.3".

    options: ended by a row without a name"""
    _fields_ = [
        ("name", c_char_p),
        ("summary", c_char_p),
        ("options", POINTER(adrop_option)),
    ]


class adrop_ranking_opts(Structure):
    """adrop_ranking_opts of adrop/dist.h

    unit_mean: compare target and masks divided by their means, as a layer divides"""
    _fields_ = [
        ("size", c_size_t),
        ("unit_mean", c_int),
        ("seed", c_char_p),
        ("map", c_char_p),
    ]


class adrop_ranking_info(Structure):
    """adrop_ranking_info of adrop/dist.h

    target: its kind with all its settings; lives as long as the ranking
    mean: of the target
    variance: of the target
    floor: no distribution on [0, 1] is nearer: E[max(target - 1, 0)]"""
    _fields_ = [
        ("target", c_char_p),
        ("mean", c_double),
        ("variance", c_double),
        ("floor", c_double),
        ("n_pairs", c_size_t),
        ("unit_mean", c_int),
    ]


class adrop_ranked(Structure):
    """A pair at its best mu and sigma.

    distance: 0 if below 1e-10, which is how well it is known
    at_limit: mu or sigma is at an end of its range: there is no best, only a limit
    kl: KL(target || pair) in nats, may be infinite; NaN with unit_mean
    kl_obstacle: why kl is infinite; NULL if it is not"""
    _fields_ = [
        ("seed", c_char_p),
        ("map", c_char_p),
        ("mu", c_double),
        ("sigma", c_double),
        ("distance", c_double),
        ("at_limit", c_int),
        ("kl", c_double),
        ("kl_obstacle", c_char_p),
    ]


class adrop_positive(Structure):
    """adrop_positive of adrop/dist.h"""
    _fields_ = [
        ("kind", c_int),
        ("a", c_double),
        ("b", c_double),
    ]


class adrop_technique_info(Structure):
    """What a technique is, for listings. All pointers live for ever.

    name: as written after --dropout
    summary: one line
    reference: the paper it comes from
    options: its table; the first row's name is NULL if none
    learns: has parameters of its own
    examples: texts that choose it, ended by NULL
    choices: settings of one option to choose from by validation, "beta=0.1" and the like, ended by NULL; NULL: none
    by_response: parameters of its own move by adrop_model_response; an optimiser and dropout_lr do not move them
    by_optimizer: parameters of its own move by the optimiser, at dropout_lr"""
    _fields_ = [
        ("name", c_char_p),
        ("summary", c_char_p),
        ("reference", c_char_p),
        ("options", POINTER(adrop_option)),
        ("learns", c_int),
        ("examples", POINTER(c_char_p)),
        ("choices", POINTER(c_char_p)),
        ("by_response", c_int),
        ("by_optimizer", c_int),
    ]


class adrop_technique_table(Structure):
    """A technique by its formula: masks m = Q(u), u uniform in (0, 1), so that Q is the quantile
    function of the masks' distribution. x is multiplied by m / E[m], in training and in phase
    sample; phase mean is x itself. The library draws u at addresses as it does for its own
    techniques, so that masks do not depend on threads, instruction sets or how a batch is cut.

        typedef struct { double power; } settings;            // m = u^(1 / power), a beta(power, 1)
        static void mask(const void *self, size_t n, const double *u, double *m)
        {
            const settings *s = self;
            for (size_t i = 0; i < n; i++)
                m[i] = pow(u[i], 1 / s->power);
        }

    The functions are called from several threads and keep no state. What the table points to must
    outlive the context.

    size: sizeof(adrop_technique_table)
    name: small letters, digits and '-'; as written after --dropout
    summary: one line
    reference: where it comes from; NULL: not said
    options: of its settings, a struct of settings_size bytes; NULL: none
    examples: texts that choose it, ended by NULL; what checks try. NULL: its name alone"""
    _fields_ = [
        ("size", c_size_t),
        ("name", c_char_p),
        ("summary", c_char_p),
        ("reference", c_char_p),
        ("options", POINTER(adrop_option)),
        ("settings_size", c_size_t),
        ("examples", POINTER(c_char_p)),
        ("mask", CFUNCTYPE(None, c_void_p, c_size_t, c_void_p, c_void_p)),
        ("moments", CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)),
        ("distribution", CFUNCTYPE(None, c_void_p, c_double, c_void_p, c_void_p)),
    ]


class adrop_conformance(Structure):
    """What a check of a technique found.

    check: what was checked, a few words
    passed: 1, or 0
    found: the worst that was found, and what is accepted
    most: the worst that was found, and what is accepted"""
    _fields_ = [
        ("check", c_char_p),
        ("passed", c_int),
        ("found", c_double),
        ("most", c_double),
    ]


class adrop_site(Structure):
    """Where the layer sits. Fill it with one of the two calls below.

    size: sizeof(adrop_site)
    rows: most rows of one pass
    channels: of a row of x; dense: units, 1, 1
    height: of a row of x; dense: units, 1, 1
    width: of a row of x; dense: units, 1, 1
    outputs: of the dense layer that follows; 0: none
    n_train: rows of the training set, for KL / N; 1 if unknown
    layer: its own number in the network: part of every address
    has_pre: 1: passes will bring the pre-activation of x
    shards: parts a batch is cut into, or passes in flight; 1
    branch: where x is the end of a residual branch: its number, from 1, and how many the network has (drop-path); 0: it is none
    branches: where x is the end of a residual branch: its number, from 1, and how many the network has (drop-path); 0: it is none
    places: layers of dropout in the network, from which advanced-cross takes where its noise starts; 0: not known
    is_double: 1: all arrays of passes, the parameters and their gradients are double, their pointers cast; 0: float"""
    _fields_ = [
        ("size", c_size_t),
        ("rows", c_size_t),
        ("channels", c_size_t),
        ("height", c_size_t),
        ("width", c_size_t),
        ("outputs", c_size_t),
        ("n_train", c_size_t),
        ("layer", c_uint16),
        ("has_pre", c_int),
        ("shards", c_size_t),
        ("branch", c_size_t),
        ("branches", c_size_t),
        ("places", c_size_t),
        ("is_double", c_int),
    ]


class adrop_pass(Structure):
    """One pass over some rows. n is channels * height * width, p the outputs. A
    technique that replaces the following layer's product (dropconnect, variational
    with type=b: adrop_dropout_replaces_product) reads weight and bias and writes y
    as (rows, p).

    size: sizeof(adrop_pass)
    step: optimiser step, or number of the Monte Carlo pass
    first_row: number of the first row in the whole batch
    row_numbers: (rows): each row's own number; NULL: first_row + i
    rows: at most the site's
    shard: which part of the batch; 0
    batch_rows: rows of the whole batch; 0: rows
    x: (rows, n)
    pre: (rows, n), for techniques that need it
    weight: (p, n), likewise
    bias: (p), or NULL
    y: (rows, n), written; may be x
    dy: of y's shape; backward only, as all below
    dx: (rows, n), written; may be dy
    dpre: (rows, n), added to; or NULL
    dweight: (p, n), added to; or NULL
    dbias: (p), added to; or NULL
    extra: forward in phase train: written, the extra loss of these rows, which adrop_dropout_extra_loss then leaves out; or NULL
    dextra: backward: its weight in the gradients; NULL: 1"""
    _fields_ = [
        ("size", c_size_t),
        ("phase", c_int),
        ("seed", c_uint64),
        ("step", c_uint32),
        ("first_row", c_uint32),
        ("row_numbers", c_void_p),
        ("rows", c_size_t),
        ("shard", c_size_t),
        ("batch_rows", c_size_t),
        ("x", c_void_p),
        ("pre", c_void_p),
        ("weight", c_void_p),
        ("bias", c_void_p),
        ("y", c_void_p),
        ("dy", c_void_p),
        ("dx", c_void_p),
        ("dpre", c_void_p),
        ("dweight", c_void_p),
        ("dbias", c_void_p),
        ("extra", c_void_p),
        ("dextra", c_void_p),
    ]


class adrop_moments(Structure):
    """The distribution of one unit's mask m, as phase sample draws it: y = x m scale.

    mean: of m
    variance: of m
    rate: 1 - E[m]; for masks of mean 1: of the Bernoulli mask with the same noise
    mu: of the model-free family; NaN for other distributions
    sigma: of the model-free family; NaN for other distributions
    level: Var[m] / E[m]^2: the variance of y / x where E[y] = x; NaN if E[m] is 0"""
    _fields_ = [
        ("mean", c_double),
        ("variance", c_double),
        ("scale", c_double),
        ("rate", c_double),
        ("mu", c_double),
        ("sigma", c_double),
        ("level", c_double),
    ]


class adrop_summary(Structure):
    """adrop_summary of adrop/stats.h

    std: divided by n - 1; NaN for n < 2
    std_population: divided by n"""
    _fields_ = [
        ("n", c_size_t),
        ("mean", c_double),
        ("std", c_double),
        ("std_population", c_double),
    ]


class adrop_t_result(Structure):
    """adrop_t_result of adrop/stats.h

    difference: mean x - mean y
    standard_error: of the difference
    low: interval of the difference; one-sided: one end is infinite
    high: interval of the difference; one-sided: one end is infinite"""
    _fields_ = [
        ("difference", c_double),
        ("standard_error", c_double),
        ("t", c_double),
        ("df", c_double),
        ("p", c_double),
        ("low", c_double),
        ("high", c_double),
    ]


class adrop_rank_result(Structure):
    """------------------------------------------------------------------------
    Tests that assume no normal distribution. Exact ones count the outcomes of equal
    probability that are as extreme; two-sided p is twice the smaller tail, at most 1.
    Ties are equal doubles: 98.3 - 98.1 and 98.2 - 98.0 are not, whereas 983 - 981 and
    982 - 980 are. ADROP_EINVAL for no values and for values that are not finite.

    least_p: the smallest p that so many values can give: above alpha, no outcome is significant
    exact: 1: p is exact; 0: an approximation, said below"""
    _fields_ = [
        ("statistic", c_double),
        ("p", c_double),
        ("least_p", c_double),
        ("exact", c_int),
    ]


class adrop_set_scores(Structure):
    """Rows that may have several classes, or none: of each class (3, classes) how often it was
    predicted and true (TP), predicted alone (FP) and true alone (FN). A class is predicted where its
    probability is above one half. p and truth (0 or 1) are (n, classes).

    micro_f1: 2 TP / (2 TP + FP + FN) of the sums over classes
    macro_f1: the mean of the classes' F1, 0 for one that is neither there nor predicted
    subset_accuracy: the share of rows with exactly their classes
    nll: mean over rows and classes of the binary cross-entropy"""
    _fields_ = [
        ("micro_f1", c_double),
        ("macro_f1", c_double),
        ("subset_accuracy", c_double),
        ("nll", c_double),
    ]


class adrop_probability_scores(Structure):
    """adrop_probability_scores of adrop/measure.h

    accuracy: of the most probable class, the first of equals
    nll: mean of -log p(truth); p is at least the smallest normal double
    brier: mean over rows of the sum over classes of (p - [truth])^2, in [0, 2]"""
    _fields_ = [
        ("accuracy", c_double),
        ("nll", c_double),
        ("brier", c_double),
    ]


class adrop_detection(Structure):
    """------------------------------------------------------------------------
    Detection: does a score tell positives (1) from negatives (0)? For misclassification the score
    is the confidence and a positive is a prediction that is right; for data from another
    distribution the score is the uncertainty and a positive is a row of the other set.

    auroc: probability that a positive scores above a negative; ties count one half
    standard_error: of auroc, by DeLong; the interval on the logit scale
    low: of auroc, by DeLong; the interval on the logit scale
    high: of auroc, by DeLong; the interval on the logit scale
    aupr: average precision: sum of (R_i - R_i-1) P_i over distinct scores
    fpr95: smallest share of negatives above a threshold that keeps 95 % of positives"""
    _fields_ = [
        ("auroc", c_double),
        ("standard_error", c_double),
        ("low", c_double),
        ("high", c_double),
        ("aupr", c_double),
        ("fpr95", c_double),
        ("positives", c_size_t),
        ("negatives", c_size_t),
    ]


class adrop_detection_difference(Structure):
    """Two models on the same n rows: AUROC of a minus AUROC of b. Positives may differ, since two
    models err on different rows; so the interval and p come from `resamples` bootstrap samples of
    rows, drawn for both models alike: a function of the seed. Samples in which a model has no
    positive or no negative are not counted.

    p: two-sided: twice the smaller share of samples on one side of 0, at least 1/B"""
    _fields_ = [
        ("difference", c_double),
        ("low", c_double),
        ("high", c_double),
        ("p", c_double),
        ("counted", c_size_t),
    ]


class adrop_selective(Structure):
    """------------------------------------------------------------------------
    Selective prediction: what if the least confident predictions are not used?

    aurc: mean over coverage of the risk among the most confident rows
    best_aurc: of a confidence that orders rows by their loss
    augrc: mean over coverage of risk x coverage (Traub et al. 2024)"""
    _fields_ = [
        ("aurc", c_double),
        ("best_aurc", c_double),
        ("augrc", c_double),
    ]


class adrop_value_scores(Structure):
    """------------------------------------------------------------------------
    Values.

    r2: 1 - sum of squared errors / sum of squared distances of y from its mean"""
    _fields_ = [
        ("rmse", c_double),
        ("mae", c_double),
        ("r2", c_double),
    ]


class adrop_gaussian_scores(Structure):
    """Predictions N(mean, std^2). A std of 0 is a point: its CRPS is |y - mean|, and nll is NaN.

    sharpness: root of the mean variance"""
    _fields_ = [
        ("nll", c_double),
        ("crps", c_double),
        ("sharpness", c_double),
    ]


class adrop_conformal_opts(Structure):
    """adrop_conformal_opts of adrop/measure.h

    level: 0.9
    penalty: of RAPS: 0.01
    free: of RAPS: 5
    seed: APS and RAPS take a random part of the last class, by row number
    may_be_empty: 0: the most probable class is in every set, and sets hold the truth with at least the probability `level`; 1: sets may be empty, and the probability is between level and level + 1 / (n + 1)"""
    _fields_ = [
        ("size", c_size_t),
        ("kind", c_int),
        ("level", c_double),
        ("penalty", c_double),
        ("free", c_size_t),
        ("seed", c_uint64),
        ("may_be_empty", c_int),
    ]


class adrop_comm_opts(Structure):
    """comm is "auto", the library of MPI whose mpirun has started this process, or alone; "none",
    alone; "openmpi", "mpich", or the path of a plug-in.

    size: sizeof(adrop_comm_opts), set by the init call
    timeout: seconds without an answer after which a rank is given up; 60
    stop: asked while a rank does not answer: not 0 ends the waiting; NULL"""
    _fields_ = [
        ("size", c_size_t),
        ("comm", c_char_p),
        ("timeout", c_double),
        ("stop", CFUNCTYPE(c_int, c_void_p)),
        ("user", c_void_p),
    ]


class adrop_comm_cost(Structure):
    """What the ranks cost each other, measured: the least of several times. All ranks call it.

    numbers: floats of a sum
    exchange_seconds: of an exchange of eight bytes between all ranks
    sum_seconds: of a sum over one shard per rank
    add_seconds: of the additions of two such blocks alone, on one thread
    bytes_per_second: that a rank sent during the sum: 2 (R - 1) / R of the block"""
    _fields_ = [
        ("numbers", c_size_t),
        ("exchange_seconds", c_double),
        ("sum_seconds", c_double),
        ("add_seconds", c_double),
        ("bytes_per_second", c_double),
    ]


class adrop_sparse(Structure):
    """n rows. Row r has the values value[k] in the columns column[k], ascending, for k from start[r] to
    start[r + 1] - 1, and 0 elsewhere.

    start: (n + 1)
    column: (start[n])
    value: (start[n])"""
    _fields_ = [
        ("start", c_void_p),
        ("column", c_void_p),
        ("value", c_void_p),
    ]


class adrop_model_opts(Structure):
    """adrop_model_opts of adrop/model.h

    size: sizeof(adrop_model_opts)
    model: "mlp:800,800", "vgg16:width=0.25", ...
    dropout: "advanced", "bernoulli:rate=0.2", ...
    channels: of an input; a table: columns, 1, 1
    height: of an input; a table: columns, 1, 1
    width: of an input; a table: columns, 1, 1
    outputs: classes, or values to predict
    batch: most rows of a call
    shards: parts a training batch is cut into; memory is one's
    n_train: rows of the training set, for losses divided by it
    seed: of initial parameters and of noise
    direct: 1: no Winograd convolutions (to compare)
    input_gradient: 1: adrop_model_backward_from can give the gradient of the inputs; training computes it too, then, which takes memory and time
    no_finite_check: 1: inputs and gradients of training are not looked at for values that are not finite, which takes a pass over each
    sparse: 1: rows are sparse (adrop_batch): the first layer of an mlp goes by their values that are not 0
    dropout_strength: how much of the technique there is (adrop/dropout.h); 1
    sync_batch_norm: 1: batch normalisation takes the statistics of the whole batch, of all shards and ranks; memory is that of all shards of a rank"""
    _fields_ = [
        ("size", c_size_t),
        ("model", c_char_p),
        ("dropout", c_char_p),
        ("dropout_at", c_int),
        ("channels", c_size_t),
        ("height", c_size_t),
        ("width", c_size_t),
        ("outputs", c_size_t),
        ("loss", c_int),
        ("batch", c_size_t),
        ("shards", c_size_t),
        ("n_train", c_size_t),
        ("seed", c_uint64),
        ("precision", c_int),
        ("direct", c_int),
        ("input_gradient", c_int),
        ("no_finite_check", c_int),
        ("sparse", c_int),
        ("dropout_strength", c_double),
        ("sync_batch_norm", c_int),
    ]


class adrop_batch(Structure):
    """Rows that go through the network together.

    size: sizeof(adrop_batch)
    x: (rows, channels, height, width)
    labels: (rows), for softmax
    targets: (rows, outputs), for squared and binary
    step: training step, or number of the Monte Carlo pass
    row_numbers: (rows): each row's own number; NULL: 0, 1, ...
    weights: (rows), not negative: what a row's loss is multiplied by; NULL: all 1
    r_drop: above 0: rows 2i and 2i + 1 are the same input, and r_drop times the mean of the two divergences between their softmax outputs is an extra loss (Liang et al. 2021); rows must be even
    sparse: the rows in place of x, for a model made with sparse; x does as well, with its zeros, to the same bits"""
    _fields_ = [
        ("size", c_size_t),
        ("rows", c_size_t),
        ("x", c_void_p),
        ("labels", c_void_p),
        ("targets", c_void_p),
        ("step", c_uint32),
        ("row_numbers", c_void_p),
        ("weights", c_void_p),
        ("r_drop", c_double),
        ("sparse", POINTER(adrop_sparse)),
    ]


class adrop_losses(Structure):
    """adrop_losses of adrop/model.h

    data: mean over the rows of the batch
    extra: what techniques and penalties add"""
    _fields_ = [
        ("data", c_double),
        ("extra", c_double),
    ]


class adrop_rates(Structure):
    """Each from 0 to 1000; clip to 1e30.

    size: sizeof(adrop_rates)
    dropout_lr: of the techniques' own parameters
    dropout_decay: of the techniques' own parameters
    clip: largest norm of the whole gradient; 0: any"""
    _fields_ = [
        ("size", c_size_t),
        ("lr", c_double),
        ("weight_decay", c_double),
        ("dropout_lr", c_double),
        ("dropout_decay", c_double),
        ("clip", c_double),
    ]


class adrop_response(Structure):
    """How parameters that are learned by response move.

    size: sizeof(adrop_response)
    lr: of the weights, at this step
    horizon: steps of that rate, with the optimiser's momentum or preconditioner, after which the noise is judged: about a hundredth of all steps, and 10 or more
    step: how far they move at most, about: the rate of their own Adam
    reach: norm of the change of the weights between two passes
    ahead: 1: the exact gradient, at the weights after the step, by one pass more
    noise_free: 1: the other rows are judged without noise, which then costs nothing and gains alone: for rows that are not trained on"""
    _fields_ = [
        ("size", c_size_t),
        ("lr", c_double),
        ("horizon", c_double),
        ("step", c_double),
        ("reach", c_double),
        ("ahead", c_int),
        ("noise_free", c_int),
    ]


class adrop_tensor_info(Structure):
    """adrop_tensor_info of adrop/model.h

    name: "features.0.weight"
    n: PyTorch's shape
    n_dims: PyTorch's shape
    dims: PyTorch's shape"""
    _fields_ = [
        ("name", c_char_p),
        ("group", c_int),
        ("n", c_size_t),
        ("n_dims", c_size_t),
        ("dims", c_size_t * 4),
    ]


class adrop_tensor_view(Structure):
    """A tensor where it lies, without a copy.

    values: (dims), PyTorch's layout; not to be written: adrop_model_set does
    is_double: double, of a model in f64; else float
    i: the tensor's number"""
    _fields_ = [
        ("values", c_void_p),
        ("is_double", c_int),
        ("n", c_size_t),
        ("n_dims", c_size_t),
        ("dims", c_size_t * 4),
        ("i", c_size_t),
    ]


class adrop_model_file_opts(Structure):
    """How a model is made from a file.

    size: sizeof(adrop_model_file_opts), set by the init call
    dropout: NULL: as in the file; "none": plain inference, as above
    batch: most rows of a call; 256
    precision: f32"""
    _fields_ = [
        ("size", c_size_t),
        ("dropout", c_char_p),
        ("batch", c_size_t),
        ("precision", c_int),
    ]


class adrop_model_info(Structure):
    """adrop_model_info of adrop/model.h

    n_params: learned, without the techniques'
    n_dropout_params: the techniques'
    macs: multiplications of one row, forward
    training_flops: of one row: forward, and the gradients that are computed
    arena_bytes: activations and gradients of the largest plan so far
    precision: "f32", "bf16" or "f64"
    why: a sentence on that choice
    isa: what the arithmetic library uses, e.g. "avx2" """
    _fields_ = [
        ("n_params", c_size_t),
        ("n_dropout_params", c_size_t),
        ("n_layers", c_size_t),
        ("n_dropouts", c_size_t),
        ("macs", c_double),
        ("training_flops", c_double),
        ("arena_bytes", c_size_t),
        ("precision", c_char_p),
        ("why", c_char_p),
        ("isa", c_char_p),
    ]


class adrop_layer_info(Structure):
    """Layer i, in order: a listing; valid until the next plan.

    channels: of its output
    height: of its output
    width: of its output
    algorithm: of convolutions: forward's; of dense layers whose zeros are skipped (adrop/units.h): "csr" or "in order"; else ""
    forward_ms: since the clock was started
    backward_ms: since the clock was started
    n_in: layers that it reads,
    in: by number; 0 is the network's input"""
    _fields_ = [
        ("name", c_char_p),
        ("kind", c_char_p),
        ("channels", c_size_t),
        ("height", c_size_t),
        ("width", c_size_t),
        ("n_params", c_size_t),
        ("algorithm", c_char_p),
        ("forward_ms", c_double),
        ("backward_ms", c_double),
        ("macs", c_double),
        ("n_in", c_size_t),
        ("in", c_size_t * 8),
    ]


class adrop_architecture_info(Structure):
    """The architectures: a listing. All pointers live for ever.

    name: as written after --model
    summary: one line
    reference: the paper it comes from
    options: its table; the first row's name is NULL if none
    examples: texts that choose it, ended by NULL"""
    _fields_ = [
        ("name", c_char_p),
        ("summary", c_char_p),
        ("reference", c_char_p),
        ("options", POINTER(adrop_option)),
        ("examples", POINTER(c_char_p)),
    ]


class adrop_graph_layer_info(Structure):
    """adrop_graph_layer_info of adrop/graph.h

    text: as it was given, or as it is written in the file
    n_in: how many it reads,
    in: and which: 0 is the input, 1 the first layer"""
    _fields_ = [
        ("text", c_char_p),
        ("n_in", c_size_t),
        ("in", c_size_t * 8),
    ]


class adrop_text_opts(Structure):
    """Part of adrop_split_opts (rows.h) and of adrop_data_opts (data.h), whose tables have its rows,
    too.

    features: "tfidf", "lsa:K", "hash:B"; "": tfidf, lsa:10 for the set reuters21578
    ngrams: runs of up to so many words are terms; 1
    char_ngrams: "A-B": runs of A to B characters of a word, with a blank before and behind it, in place of words; "": words
    min_df: a term is in so many training documents at least; 0: 3 of 1000 documents or more, otherwise 1
    max_df: and in this share of them at most; 1
    stem: language of Snowball's stemmer: "english"; "": none
    stop_words: 1: English function words are left out; 0"""
    _fields_ = [
        ("features", c_char_p),
        ("ngrams", c_size_t),
        ("char_ngrams", c_char_p),
        ("min_df", c_size_t),
        ("max_df", c_double),
        ("stem", c_char_p),
        ("stop_words", c_int),
    ]


class adrop_split_opts(Structure):
    """Settings; those but size, seed (any will do), and class_weights (which class_weight says as a
    text) are rows of adrop_split_options().

    size: sizeof(adrop_split_opts), set by adrop_split_opts_init
    seed: of splits and subsets; 1
    input_scale: an adrop_input_scale
    standard_target: regression: targets to mean 0, standard deviation 1 over the training rows; yes
    val_fraction: of the training rows, class by class; 0
    test_fraction: of all rows, class by class, where there is no test part; 0: a fifth, or none where every row was given its part
    train_per_class: at most so many; the 15 are among the 30; 0: all
    test_per_class: where there is no test part: exactly so many; elsewhere at most; 0: all
    train_limit: at most so many training rows in all; 0: all
    missing: an adrop_missing: what becomes of values that are missing; none
    folds: k-fold: the rows are cut into so many folds, alike in their classes, rows of one group together; fold (from 1 on) is the test part, the rest for training; 0: none
    fold: k-fold: the rows are cut into so many folds, alike in their classes, rows of one group together; fold (from 1 on) is the test part, the rest for training; 0: none
    class_weights: an adrop_class_weights; none
    class_weight: the same as a text, which wins unless it is "none" or "": "balanced", or "spam:2,ham:1", what rows of a class count; 1 for classes that are not named
    terms: of documents"""
    _fields_ = [
        ("size", c_size_t),
        ("seed", c_uint64),
        ("input_scale", c_int),
        ("standard_target", c_int),
        ("val_fraction", c_double),
        ("test_fraction", c_double),
        ("train_per_class", c_size_t),
        ("test_per_class", c_size_t),
        ("train_limit", c_size_t),
        ("test_limit", c_size_t),
        ("missing", c_int),
        ("folds", c_size_t),
        ("fold", c_size_t),
        ("class_weights", c_int),
        ("class_weight", c_char_p),
        ("terms", adrop_text_opts),
    ]


class adrop_arrays(Structure):
    """adrop_arrays of adrop/rows.h

    size: sizeof(adrop_arrays), set by adrop_arrays_init
    name: for messages; "arrays"
    rows: at least 1
    channels: of a row; a table has columns, 1, 1; height, width: 1
    height: of a row; a table has columns, 1, 1; height, width: 1
    width: of a row; a table has columns, 1, 1; height, width: 1
    values: finite; of a table NaN is missing, where `missing` of the split says what becomes of it
    pixels: up to top
    top: the largest value a pixel can have; 255
    labels: (rows), 0, .. classes - 1; of several a row: label_start
    targets: (rows, n_targets), finite
    classes: of labels; 0: the largest label and one
    class_names: (classes); NULL: numbers from 0 on
    column_names: (channels); NULL: none
    parts: (rows), ADROP_ROW_TRAIN, _VAL, _TEST or _UNUSED; NULL: they are split
    borrow: 1: values, pixels, labels (but with label_start) and targets are not copied; they must stay as they are until the data and every view of them are freed; 0
    target_name: what labels or the only target are called; NULL: nothing
    n_targets: values of a row that are to be predicted; 1
    target_names: (n_targets), in place of target_name; NULL: none
    weights: (rows), not negative: what rows count in the loss, brought to mean 1 over the training rows; NULL: all 1
    groups: (rows), 0, .. rows - 1: rows of one number stay in one fold; NULL: none
    label_start: (rows + 1), the first 0; NULL: each row has one class
    n_words: (channels): words of a column, 0 if it holds numbers; NULL: no column has words
    words: those of the first such column, then of the next; UTF-8
    sparse: (rows) of `channels` columns; they are copied
    texts: (rows) documents in UTF-8, of which `terms` of the split says what they become; channels is left out; they go with labels
    ids: (rows): adrop_data_row_name; NULL: none"""
    _fields_ = [
        ("size", c_size_t),
        ("name", c_char_p),
        ("rows", c_size_t),
        ("channels", c_size_t),
        ("height", c_size_t),
        ("width", c_size_t),
        ("values", c_void_p),
        ("pixels", c_void_p),
        ("top", c_uint),
        ("labels", c_void_p),
        ("targets", c_void_p),
        ("classes", c_size_t),
        ("class_names", POINTER(c_char_p)),
        ("column_names", POINTER(c_char_p)),
        ("parts", c_void_p),
        ("borrow", c_int),
        ("target_name", c_char_p),
        ("n_targets", c_size_t),
        ("target_names", POINTER(c_char_p)),
        ("weights", c_void_p),
        ("groups", c_void_p),
        ("label_start", c_void_p),
        ("n_words", c_void_p),
        ("words", POINTER(c_char_p)),
        ("sparse", POINTER(adrop_sparse)),
        ("texts", POINTER(c_char_p)),
        ("ids", POINTER(c_char_p)),
    ]


class adrop_data_info(Structure):
    """adrop_data_info of adrop/rows.h

    name: as it was asked for
    path: where it was found; "" for a built-in set and for arrays
    format: "idx" and the like; "built-in"; "arrays"
    rows: of all parts, used or not
    channels: of a row as a network reads it; a table's is (columns, 1, 1), a column of words being as many as it has words
    height: of a row as a network reads it; a table's is (columns, 1, 1), a column of words being as many as it has words
    width: of a row as a network reads it; a table's is (columns, 1, 1), a column of words being as many as it has words
    classes: 0 for regression
    n_train: rows in use
    n_val: rows in use
    n_test: rows in use
    is_image: rows are maps that can be augmented
    is_pixels: rows are bytes: adrop_data_pixels
    input_scale: never auto
    target_mean: y = target_mean + target_deviation z; 0, 1 for classification or raw targets; of several targets the first's
    target_deviation: y = target_mean + target_deviation z; 0, 1 for classification or raw targets; of several targets the first's
    columns: of a table as it was read; channels otherwise
    words: how many of them hold words
    unseen: words that are not among the training rows'
    missing: values that are missing
    has_answers: 0: inputs alone, labels -1 and targets NaN
    is_text: raw rows are documents
    is_sparse: rows have few values that are not 0: batches bring them so
    is_multi_label: a row may have several classes, or none
    targets: values that a row is to predict; 0 for classes
    target_deviations: (targets), of each; they live as long as the data"""
    _fields_ = [
        ("name", c_char_p),
        ("path", c_char_p),
        ("format", c_char_p),
        ("task", c_int),
        ("rows", c_size_t),
        ("channels", c_size_t),
        ("height", c_size_t),
        ("width", c_size_t),
        ("classes", c_size_t),
        ("n_train", c_size_t),
        ("n_val", c_size_t),
        ("n_test", c_size_t),
        ("is_image", c_int),
        ("is_pixels", c_int),
        ("input_scale", c_int),
        ("target_mean", c_double),
        ("target_deviation", c_double),
        ("columns", c_size_t),
        ("words", c_size_t),
        ("unseen", c_size_t),
        ("missing", c_size_t),
        ("has_answers", c_int),
        ("is_text", c_int),
        ("is_sparse", c_int),
        ("is_multi_label", c_int),
        ("targets", c_size_t),
        ("target_deviations", c_void_p),
    ]


class adrop_data_column(Structure):
    """The columns of a table as its file has them, inputs or not: a listing, 0 beyond the last.

    name: made to differ from the others; "" where the table has no header
    role: "input", "target", "id", "weight", "group"; of those that are left out "dropped" as was asked, "index" that counts rows, "left-out" with words that are nearly all different
    form: how values are written: "numbers in $, commas between thousands", "dates, day first", "words"; "" of those that are left out
    words: different words of an input; 0: it has none"""
    _fields_ = [
        ("name", c_char_p),
        ("role", c_char_p),
        ("form", c_char * 96),
        ("words", c_size_t),
    ]


class adrop_batches_opts(Structure):
    """adrop_batches_opts of adrop/rows.h

    size: sizeof(adrop_batches_opts), set by adrop_batches_opts_init
    part: train
    rows: of a batch; the last may have fewer; 256
    seed: of orders and augmentation; 1
    shuffle: 1: an order of its own for every epoch; 0: ascending
    drop_last: 1: leave out a last batch with fewer rows; 0
    augment: ADROP_AUGMENT_ flags; 0
    workers: threads that decode and augment ahead; 0: none, adrop_batches_next does the work, as it does where rows need only be copied; 2
    ahead: batches prepared ahead of the one in use, 1 to 16; 3
    peeks: 1: adrop_batches_peek will be called; 0"""
    _fields_ = [
        ("size", c_size_t),
        ("part", c_int),
        ("rows", c_size_t),
        ("seed", c_uint64),
        ("shuffle", c_int),
        ("drop_last", c_int),
        ("augment", c_uint),
        ("workers", c_size_t),
        ("ahead", c_size_t),
        ("peeks", c_int),
    ]


class adrop_data_batch(Structure):
    """The arrays live until the next call of adrop_batches_next, _begin or _free.

    n: rows; 0: the epoch is over
    index: number of the batch in its epoch
    x: (n, channels, height, width); NULL if rows are sparse
    labels: (n), or NULL for regression and for sets of classes
    targets: (n, targets), standardised if asked; of rows that may have several classes (n, classes) of 0 and 1; NULL for other classification
    rows: (n): the rows' own numbers
    weights: (n), of mean 1 over the training rows; NULL: all 1
    sparse: the rows, where x is NULL"""
    _fields_ = [
        ("n", c_size_t),
        ("index", c_size_t),
        ("x", c_void_p),
        ("labels", c_void_p),
        ("targets", c_void_p),
        ("rows", c_void_p),
        ("weights", c_void_p),
        ("sparse", POINTER(adrop_sparse)),
    ]


class adrop_trainer_opts(Structure):
    """Settings; all but size are rows of adrop_trainer_options().

    size: sizeof(adrop_trainer_opts), set by the init call
    epochs: 10
    batch: rows of a step; 256, or the training rows if fewer
    optimizer: "sgd"
    lr: learning rate; 0.01
    momentum: of sgd; 0.9 and 5e-4
    weight_decay: of sgd; 0.9 and 5e-4
    dropout_lr: of the techniques' parameters; 1e-4 and 0
    dropout_decay: of the techniques' parameters; 1e-4 and 0
    schedule: constant, step, cosine; step with lr_drop
    lr_drop: epochs after which both rates fall to a tenth
    warmup: epochs of rising rates
    clip: largest norm of the gradient; 0: any
    augment: none, crop-flip, resize-flip
    patience: stop after so many epochs without a better validation result; 0: never
    seed: of initial weights, orders and noise; 1
    workers: threads that decode and augment ahead; 1
    eval_every: epochs between evaluations on validation and test rows; the last epoch always has one; 0: no other; 1
    freeze: parameters that are not trained: names of tensors or layers, by comma, with shell wildcards; backbone: all but the dense layers at the end; "": none
    no_finite_check: 1: only the loss of a step is looked at for values that are not finite, not its inputs and gradients
    r_drop: R-Drop: weight of the divergence between two passes of each row of a step; 0: one pass
    dropout_schedule: of the techniques' strength: early:N, late:N or linear:A..B; "": as they are
    dropout_every: steps between two responses (adrop_model_response), by which advanced-cross learns; 0: none; 8
    dropout_horizon: of a response, in steps; 0: a hundredth of all, 10 or more
    dropout_step: of a response; 0.2
    dropout_rows: other rows of a response; 0: the next batch
    dropout_wait: part of all steps before the first response; 0.03
    dropout_judge: next, held-out: other rows of a response are the next batch, or rows that are not trained on, without noise; next
    dropout_held_out: part of the training rows that is withheld for that; 0.1
    keep_best: 1: when training is done, the model has the weights of the epoch that did best on the validation rows; 0: those of the last"""
    _fields_ = [
        ("size", c_size_t),
        ("epochs", c_size_t),
        ("batch", c_size_t),
        ("optimizer", c_char_p),
        ("lr", c_double),
        ("momentum", c_double),
        ("weight_decay", c_double),
        ("dropout_lr", c_double),
        ("dropout_decay", c_double),
        ("schedule", c_int),
        ("lr_drop", adrop_list),
        ("warmup", c_double),
        ("clip", c_double),
        ("augment", c_int),
        ("patience", c_size_t),
        ("seed", c_size_t),
        ("workers", c_size_t),
        ("eval_every", c_size_t),
        ("freeze", c_char_p),
        ("no_finite_check", c_int),
        ("r_drop", c_double),
        ("dropout_schedule", c_char_p),
        ("dropout_every", c_size_t),
        ("dropout_horizon", c_double),
        ("dropout_step", c_double),
        ("dropout_rows", c_size_t),
        ("dropout_wait", c_double),
        ("dropout_judge", c_int),
        ("dropout_held_out", c_double),
        ("keep_best", c_int),
    ]


class adrop_progress(Structure):
    """How far an epoch is; told after every step.

    step: of this epoch
    steps: of this epoch
    loss: of the epoch so far, with noise; acc NaN for regression
    acc: of the epoch so far, with noise; acc NaN for regression
    seconds_left: of all epochs, an estimate; NaN at the start"""
    _fields_ = [
        ("epoch", c_size_t),
        ("epochs", c_size_t),
        ("step", c_size_t),
        ("steps", c_size_t),
        ("loss", c_double),
        ("acc", c_double),
        ("images_per_second", c_double),
        ("seconds_left", c_double),
    ]


class adrop_epoch(Structure):
    """What an epoch came to. Accuracies are percentages, of the noisy outputs seen in
    training for train_acc; errors (rmse) are in the target's units. Those that do not
    apply are NaN, as are val_* and test_* of an epoch without evaluation (eval_every).

    epoch: from 1 on
    lr: of the last step
    seconds: training alone; evaluation
    eval_seconds: training alone; evaluation
    json: adrop_train: the line of metrics.jsonl; else NULL
    dropout_strength: of the last step; 1 without dropout_schedule
    val_micro_f1: as those of adrop_score
    val_macro_f1: as those of adrop_score
    test_micro_f1: as those of adrop_score
    test_macro_f1: as those of adrop_score"""
    _fields_ = [
        ("epoch", c_size_t),
        ("train_loss", c_double),
        ("extra_loss", c_double),
        ("train_acc", c_double),
        ("train_rmse", c_double),
        ("val_loss", c_double),
        ("val_acc", c_double),
        ("val_rmse", c_double),
        ("test_loss", c_double),
        ("test_acc", c_double),
        ("test_top5", c_double),
        ("test_rmse", c_double),
        ("lr", c_double),
        ("seconds", c_double),
        ("eval_seconds", c_double),
        ("json", c_char_p),
        ("dropout_strength", c_double),
        ("val_micro_f1", c_double),
        ("val_macro_f1", c_double),
        ("test_micro_f1", c_double),
        ("test_macro_f1", c_double),
    ]


class adrop_trainer_hooks(Structure):
    """All may be NULL. progress is called after every step. stop is asked after every step of
    adrop_trainer_epoch and adrop_trainer_run: not 0 ends the call with ADROP_EINTR, unless
    nothing was left to do. epoch is called by adrop_trainer_run after every epoch.

    size: sizeof(adrop_trainer_hooks)"""
    _fields_ = [
        ("size", c_size_t),
        ("user", c_void_p),
        ("progress", CFUNCTYPE(None, c_void_p, POINTER(adrop_progress))),
        ("epoch", CFUNCTYPE(None, c_void_p, POINTER(adrop_epoch))),
        ("stop", CFUNCTYPE(c_int, c_void_p)),
    ]


class adrop_step(Structure):
    """What a step came to.

    epoch: the step's, from 1 on
    step: its number in the epoch, from 1 on, and their number
    steps: its number in the epoch, from 1 on, and their number
    loss: mean over the rows; what techniques and penalties add
    extra: mean over the rows; what techniques and penalties add
    lr: of the weights
    epoch_over: it was the epoch's last: adrop_trainer_epoch evaluates it"""
    _fields_ = [
        ("epoch", c_size_t),
        ("step", c_size_t),
        ("steps", c_size_t),
        ("rows", c_size_t),
        ("loss", c_double),
        ("extra", c_double),
        ("lr", c_double),
        ("epoch_over", c_int),
    ]


class adrop_score(Structure):
    """Results of a part, without noise.

    n: rows; 0: the part is empty, and the rest NaN
    loss: mean over the rows
    acc: NaN where they do not apply; top5 with more than 5 classes
    top5: NaN where they do not apply; top5 with more than 5 classes
    rmse: NaN where they do not apply; top5 with more than 5 classes
    micro_f1: of rows that may have several classes, in per cent: over all decisions, and the mean of the classes' (0 for a class that is neither there nor predicted); acc is then the share of rows with exactly their classes. NaN elsewhere
    macro_f1: of rows that may have several classes, in per cent: over all decisions, and the mean of the classes' (0 for a class that is neither there nor predicted); acc is then the share of rows with exactly their classes. NaN elsewhere"""
    _fields_ = [
        ("n", c_size_t),
        ("loss", c_double),
        ("acc", c_double),
        ("top5", c_double),
        ("rmse", c_double),
        ("micro_f1", c_double),
        ("macro_f1", c_double),
    ]


class adrop_trainer_info(Structure):
    """Where training stands. Results are accuracies, or errors for regression; NaN: none yet.

    step: steps done, of all epochs
    epoch: epochs done, and steps of the next
    batch: epochs done, and steps of the next
    steps: of an epoch
    since_best: epochs since the best validation result
    best: best results on test and validation rows
    best_val: best results on test and validation rows
    last: result on test rows of the last epoch
    seconds: of training alone, those before it was saved included"""
    _fields_ = [
        ("step", c_size_t),
        ("epoch", c_size_t),
        ("batch", c_size_t),
        ("steps", c_size_t),
        ("since_best", c_size_t),
        ("best", c_double),
        ("best_val", c_double),
        ("last", c_double),
        ("seconds", c_double),
    ]


class adrop_unit(Structure):
    """adrop_unit of adrop/units.h

    layer: the first layer that computes it, as adrop_model_layer names it
    layer_number: its number there
    channel: of that layer's output"""
    _fields_ = [
        ("layer", c_char_p),
        ("layer_number", c_size_t),
        ("channel", c_size_t),
    ]


class adrop_criterion_info(Structure):
    """What goes first. All pointers live for ever.

    node_technique: that networks are trained with to rank nodes by it; "none": any will do; NULL: it does not rank nodes
    weight_technique: the same for weights"""
    _fields_ = [
        ("name", c_char_p),
        ("summary", c_char_p),
        ("reference", c_char_p),
        ("node_technique", c_char_p),
        ("weight_technique", c_char_p),
    ]


class adrop_choose_opts(Structure):
    """How units of a trained model are chosen.

    size: sizeof(adrop_choose_opts)
    criterion: "magnitude"
    rate: per cent of what there is; 0: nothing goes; 10
    scope: an adrop_prune_scope
    data: of which training rows are taken where gradients are needed (taylor); NULL: those cannot be had
    batch: rows of their batches, at most the model's; 0: the model's
    seed: of `random`; 1 and 1
    round: of `random`; 1 and 1"""
    _fields_ = [
        ("size", c_size_t),
        ("criterion", c_char_p),
        ("rate", c_double),
        ("scope", c_int),
        ("data", c_void_p),
        ("batch", c_size_t),
        ("seed", c_size_t),
        ("round", c_size_t),
    ]


class adrop_predictor_opts(Structure):
    """adrop_predictor_opts of adrop/predict.h

    size: sizeof(adrop_predictor_opts), set by the init call
    dropout: NULL: as trained; "none": plain inference, where the technique allows it (adrop_model_load)
    batch: rows that go through the network together at most; 256
    precision: f32
    sparse_weights: are weights that are zero skipped? auto"""
    _fields_ = [
        ("size", c_size_t),
        ("dropout", c_char_p),
        ("batch", c_size_t),
        ("precision", c_int),
        ("sparse_weights", c_int),
    ]


class adrop_predictor_info(Structure):
    """adrop_predictor_info of adrop/predict.h

    channels: of a raw row; a table has columns, 1, 1
    height: of a raw row; a table has columns, 1, 1
    width: of a raw row; a table has columns, 1, 1
    outputs: classes, or values
    is_classifier: outputs are probabilities of classes
    is_pixels: raw rows are bytes
    has_schema: 0: rows are the network's own inputs
    is_multi_label: each output is the probability of its own class, whatever the others are: they do not sum to 1
    is_text: raw rows are documents"""
    _fields_ = [
        ("channels", c_size_t),
        ("height", c_size_t),
        ("width", c_size_t),
        ("outputs", c_size_t),
        ("is_classifier", c_int),
        ("is_pixels", c_int),
        ("has_schema", c_int),
        ("is_multi_label", c_int),
        ("is_text", c_int),
    ]


class adrop_sample_opts(Structure):
    """adrop_sample_opts of adrop/predict.h

    size: sizeof(adrop_sample_opts)
    samples: noisy passes, 50; 0: one pass without noise. Of a technique whose masks are fixed (masksembles) at most its members: there are no other passes
    shared_masks: 1: pass t has the same masks for every row, as one network drawn at random would; 0: every row has its own
    by_moments: 1: no samples: the first two moments of every mask are carried through the network (chains of dense layers, ReLU and dropout alone)"""
    _fields_ = [
        ("size", c_size_t),
        ("samples", c_size_t),
        ("shared_masks", c_int),
        ("by_moments", c_int),
    ]


class adrop_sampled(Structure):
    """What is kept of the passes, in arrays of the caller; memory does not grow with their number.
    All but mean may be NULL. With class probabilities p_t of pass t, in nats:

        entropy             H(mean of p_t): all the uncertainty
        expected_entropy    mean of H(p_t): what remains if the weights were known
        mutual_information  the difference: how far the passes disagree
        energy              mean of -log sum exp of the outputs

    Of a model that predicts values these four are NaN. By moments the probabilities are those of
    normal outputs, MacKay's softmax(u / sqrt(1 + pi v / 8)); std of probabilities, expected entropy
    and mutual information are not known then: NaN.

    size: sizeof(adrop_sampled)
    mean: (n, outputs)
    std: (n, outputs)
    entropy: (n)
    expected_entropy: (n)
    mutual_information: (n)
    energy: (n)"""
    _fields_ = [
        ("size", c_size_t),
        ("mean", c_void_p),
        ("std", c_void_p),
        ("entropy", c_void_p),
        ("expected_entropy", c_void_p),
        ("mutual_information", c_void_p),
        ("energy", c_void_p),
    ]


class adrop_draws(Structure):
    """The passes themselves, in arrays of the caller. Each may be NULL, but not both. With S passes:

        draws       (n, S, outputs): what each pass came to. Of a model that predicts values, in the
                    target's units; of a classifier probabilities, or with logits the outputs that
                    these are made of
        quantiles   (n, n_at, outputs): of the S numbers of an output, at at[0], .., at[n_at - 1]:
                    in ascending order x_0, .., x_(S - 1), that at q is x_h, h = q (S - 1), straight
                    between two of them

    size: sizeof(adrop_draws)
    logits: 1: no softmax, no sigmoid; 0
    draws: memory for opts->samples passes, or one if that is 0
    n_at: 0
    at: (n_at), each from 0 to 1, in any order
    quantiles: NULL with n_at 0"""
    _fields_ = [
        ("size", c_size_t),
        ("logits", c_int),
        ("draws", c_void_p),
        ("n_at", c_size_t),
        ("at", c_void_p),
        ("quantiles", c_void_p),
    ]


class adrop_raw_rows(Structure):
    """Raw rows in one of the forms that data sets of arrays have (adrop_arrays of rows.h). Whatever the
    form, and whether they come from memory or, by adrop_run_open_inputs, from a file: the same rows
    have the same bits.

    size: sizeof(adrop_raw_rows), set by adrop_raw_rows_init
    values: (n, channels, height, width)
    pixels: the same, of a model of pixels
    sparse: (n) of the model's columns; of a table, or of terms
    texts: (n) documents in UTF-8, of a model of documents
    n_words: (channels)
    words: those of the first column that has any, then of the next
    row_numbers: (n); NULL: 0, 1, ..."""
    _fields_ = [
        ("size", c_size_t),
        ("n", c_size_t),
        ("values", c_void_p),
        ("pixels", c_void_p),
        ("sparse", POINTER(adrop_sparse)),
        ("texts", POINTER(c_char_p)),
        ("n_words", c_void_p),
        ("words", POINTER(c_char_p)),
        ("row_numbers", c_void_p),
    ]


class adrop_export_opts(Structure):
    """adrop_export_opts of adrop/exchange.h

    size: sizeof(adrop_export_opts), set by the init call
    format: onnx
    samples: noisy passes inside the graph; 0: the network without noise
    data: what identifies the training data, for the metadata; NULL: not said
    threshold: of a calibration (adrop_calibration_threshold); above 0: classes with 1 - probability at most this are an output, or of one target mean -+ threshold sqrt(std^2 + noise^2) are two
    noise: of a calibration, of values
    level: of the threshold, for the metadata"""
    _fields_ = [
        ("size", c_size_t),
        ("format", c_int),
        ("samples", c_size_t),
        ("data", c_char_p),
        ("threshold", c_double),
        ("noise", c_double),
        ("level", c_double),
    ]


class adrop_calibration_info(Structure):
    """adrop_calibration_info of adrop/calibration.h

    rows: that calibrated
    classes: 0: values
    samples: passes of every prediction; 0: one without noise
    temperature: of classes; NaN: values
    noise: of values, added to the standard deviation of passes; NaN: classes"""
    _fields_ = [
        ("rows", c_size_t),
        ("classes", c_size_t),
        ("samples", c_size_t),
        ("temperature", c_double),
        ("noise", c_double),
    ]


class adrop_data_opts(Structure):
    """Settings; those but the first four (of which any seed will do) and class_weights (which
    class_weight says as a text) are rows of adrop_data_options().

    size: sizeof(adrop_data_opts), set by adrop_data_opts_init
    data: a known name (adrop_known_data_at), or a path
    data_dir: the folder of known sets; NULL: none
    seed: of splits and subsets; 1
    format: 0: by content; or adrop_data_format_at(format - 1)
    task: an adrop_task
    target: table: the target's name, or its number from 1 on; "": the last column
    input_scale: an adrop_input_scale
    standard_target: regression: targets to mean 0, standard deviation 1 over the training rows; yes
    val_fraction: of the training rows, class by class; 0
    test_fraction: of all rows, class by class, where there is no test part; 0: a fifth (caltech256: what a class has beyond 60). uci: in place of its splits
    train_per_class: at most so many; the 15 are among the 30; 0: all
    test_per_class: where there is no test part: exactly so many; elsewhere at most; 0: all
    train_limit: at most so many training rows in all; 0: all
    split: uci: which of its splits, from 0 on
    image_size: images: height and width they are brought to; 0: all must have the size of the first
    channels: images: 1 grey, 3 colour; 0: 3
    cache_mb: images: decoded once if they fit into so many MiB, otherwise whenever they are needed (folders only); 2048
    test_rows: a file of the numbers of the test rows, from 0 on, blanks between, where there is no test part; uci: in place of its splits. "paper": the split that is built in for boston, concrete, wine-red and yacht. "": none
    missing: an adrop_missing: missing values; refused
    folds: as those of adrop_split_opts; 0: none
    fold: as those of adrop_split_opts; 0: none
    class_weights: an adrop_class_weights; none
    drop: columns that are left out
    id: the column that names rows: no input
    weight: the column of what rows count in the loss: no input
    group: the column whose equal values stay in one fold: no input
    dates: columns of dates, read as days since 1970-01-01
    test: another table, whose rows are the test part
    class_weight: as that of adrop_split_opts
    terms: what they become (text.h)
    single_topic: reuters: documents with one topic alone; 0
    strict: 1: documents that are not UTF-8 are refused; 0: such bytes become U+FFFD
    text: table, jsonl: the column of the documents; "": rows are no documents, or with task text the column `text`
    multi_label: 1: a document may have several classes, or none; 0
    label_separator: between the classes in a cell of a table; "|"
    encoding: table, jsonl, fasttext, lines: an adrop_encoding; auto
    keep: columns that are inputs though they would be left out: words that are nearly all different, a counter without a name
    decimal: an adrop_decimal: of all numbers; as they are written
    date_order: an adrop_date_order: of dates that do not begin with the year; as they are written"""
    _fields_ = [
        ("size", c_size_t),
        ("data", c_char_p),
        ("data_dir", c_char_p),
        ("seed", c_uint64),
        ("format", c_int),
        ("task", c_int),
        ("target", c_char_p),
        ("input_scale", c_int),
        ("standard_target", c_int),
        ("val_fraction", c_double),
        ("test_fraction", c_double),
        ("train_per_class", c_size_t),
        ("test_per_class", c_size_t),
        ("train_limit", c_size_t),
        ("test_limit", c_size_t),
        ("split", c_size_t),
        ("image_size", c_size_t),
        ("channels", c_size_t),
        ("cache_mb", c_size_t),
        ("test_rows", c_char_p),
        ("missing", c_int),
        ("folds", c_size_t),
        ("fold", c_size_t),
        ("class_weights", c_int),
        ("drop", c_char_p),
        ("id", c_char_p),
        ("weight", c_char_p),
        ("group", c_char_p),
        ("dates", c_char_p),
        ("test", c_char_p),
        ("class_weight", c_char_p),
        ("terms", adrop_text_opts),
        ("single_topic", c_int),
        ("strict", c_int),
        ("text", c_char_p),
        ("multi_label", c_int),
        ("label_separator", c_char_p),
        ("encoding", c_int),
        ("keep", c_char_p),
        ("decimal", c_int),
        ("date_order", c_int),
    ]


class adrop_data_file(Structure):
    """What was read: path, length and XXH3_64bits of each file. A folder of images, whose
    files are too many to name, is one: xxh3 is the sum over the names and lengths of all
    files, contents that over the names, lengths and bytes of the images (0 elsewhere).
    A listing of adrop_data_n_files entries."""
    _fields_ = [
        ("path", c_char_p),
        ("bytes", c_uint64),
        ("xxh3", c_uint64),
        ("contents", c_uint64),
    ]


class adrop_known_data(Structure):
    """Names that can be asked for, and the formats: two listings.

    readable: 0: known, but there is no reader yet
    places: where it is looked for under the data folder, by comma
    train: rows of the complete set; 0: not fixed
    test: rows of the complete set; 0: not fixed
    classes: 0: regression"""
    _fields_ = [
        ("name", c_char_p),
        ("summary", c_char_p),
        ("readable", c_int),
        ("places", c_char_p),
        ("train", c_size_t),
        ("test", c_size_t),
        ("classes", c_size_t),
    ]


class adrop_data_format(Structure):
    """adrop_data_format of adrop/data.h"""
    _fields_ = [
        ("name", c_char_p),
        ("summary", c_char_p),
    ]


class adrop_launch_opts(Structure):
    """launch and slurm are rows of adrop_launch_options(); folder, program, jobs and threads are no
    rows: programs have options of their own for them.

    size: sizeof(adrop_launch_opts), set by the init call
    launch: an adrop_launch_kind; local
    slurm: "partition=long,time=60": options of sbatch; signal is the number of seconds before the time limit at which runs are saved and the job is put back into the queue, 90
    folder: of the experiment
    program: slurm: what workers start
    jobs: slurm: workers, 1 to 256; 1
    threads: of each run, 1 to 4096; 1"""
    _fields_ = [
        ("size", c_size_t),
        ("launch", c_int),
        ("slurm", c_char_p),
        ("folder", c_char_p),
        ("program", c_char_p),
        ("jobs", c_size_t),
        ("threads", c_int),
    ]


class adrop_worker_info(Structure):
    """What a worker does; texts live as long as the context.

    size: sizeof(adrop_worker_info)
    worker: its number
    job: "Slurm job 17_3"; ""
    run: the directory of the run it was given; "": none
    epoch: where it was last; 0: not known
    epochs: where it was last; 0: not known
    is_idle: the run has ended"""
    _fields_ = [
        ("size", c_size_t),
        ("worker", c_size_t),
        ("host", c_char_p),
        ("job", c_char_p),
        ("run", c_char_p),
        ("epoch", c_size_t),
        ("epochs", c_size_t),
        ("is_idle", c_int),
    ]


class adrop_train_opts(Structure):
    """Settings; all but size and command are rows of adrop_train_options(). "By the data" is what the
    paper used for a known set, and what suits the kind of data for others.

    size: sizeof(adrop_train_opts)
    model: "": what suits the data
    dropout: "advanced"
    dropout_at: 0: what suits the data; else adrop_dropout_at + 1
    epochs: 0: what suits the data
    batch: 0: what suits the data
    optimizer: "sgd"
    lr: 0: what suits the data
    momentum: sgd; 0.9 and 5e-4
    weight_decay: sgd; 0.9 and 5e-4
    dropout_lr: of the techniques' parameters; 1e-4 and 0
    dropout_decay: of the techniques' parameters; 1e-4 and 0
    schedule: constant, step, cosine; step with lr_drop
    lr_drop: epochs at which rates fall to a tenth
    warmup: epochs
    clip: largest norm of the gradient; 0: any
    augment: auto, none, crop-flip, resize-flip
    patience: stop after so many epochs without a better validation result; 0: never
    seed: of initial parameters, orders and noise, and of splits unless data_seed is given; 1
    shards: 1
    precision: ADROP_PRECISION_F32, _BF16 or _AUTO: checkpoints are of floats
    workers: threads that decode and augment ahead; 1
    save_steps: a checkpoint every so many steps too; 0: none
    out: the run directory; "": none is written
    resume: resume the run in out, if there is one
    save_seconds: between checkpoints, 30; 0: one after each epoch. There is one when the run ends or is stopped, too
    data_seed: of splits and subsets; 0: seed
    allow_changed_data: continue on data that are not those of the record, which then says so
    eval_every: epochs between evaluations; 0: only the last; 1
    init: a run directory or a file of weights to start from: tensors of the same name and shape are taken; "": none
    freeze: parameters that are not trained (adrop/trainer.h)
    command: how the run was started, for its record; NULL: not said
    no_finite_check: only the loss is looked at (adrop/trainer.h)
    keep_zeros: weights that are zero in init stay zero (adrop/units.h)
    r_drop: as adrop_trainer_opts; 0
    dropout_schedule: as adrop_trainer_opts; ""
    sync_batch_norm: statistics of the whole batch, not of each shard; 0
    dropout_every: as adrop_trainer_opts; 8
    dropout_horizon: as adrop_trainer_opts; 0
    dropout_step: as adrop_trainer_opts; 0.2
    dropout_rows: as adrop_trainer_opts; 0
    dropout_wait: as adrop_trainer_opts; 0.03
    dropout_judge: as adrop_trainer_opts; next
    dropout_held_out: as adrop_trainer_opts; 0.1"""
    _fields_ = [
        ("size", c_size_t),
        ("model", c_char_p),
        ("dropout", c_char_p),
        ("dropout_at", c_int),
        ("epochs", c_size_t),
        ("batch", c_size_t),
        ("optimizer", c_char_p),
        ("lr", c_double),
        ("momentum", c_double),
        ("weight_decay", c_double),
        ("dropout_lr", c_double),
        ("dropout_decay", c_double),
        ("schedule", c_int),
        ("lr_drop", adrop_list),
        ("warmup", c_double),
        ("clip", c_double),
        ("augment", c_int),
        ("patience", c_size_t),
        ("seed", c_size_t),
        ("shards", c_size_t),
        ("precision", c_int),
        ("workers", c_size_t),
        ("save_steps", c_size_t),
        ("out", c_char_p),
        ("resume", c_int),
        ("save_seconds", c_double),
        ("data_seed", c_size_t),
        ("allow_changed_data", c_int),
        ("eval_every", c_size_t),
        ("init", c_char_p),
        ("freeze", c_char_p),
        ("command", c_char_p),
        ("no_finite_check", c_int),
        ("keep_zeros", c_int),
        ("r_drop", c_double),
        ("dropout_schedule", c_char_p),
        ("sync_batch_norm", c_int),
        ("dropout_every", c_size_t),
        ("dropout_horizon", c_double),
        ("dropout_step", c_double),
        ("dropout_rows", c_size_t),
        ("dropout_wait", c_double),
        ("dropout_judge", c_int),
        ("dropout_held_out", c_double),
    ]


class adrop_train_hooks(Structure):
    """All may be NULL. stop is asked after every step: not 0 saves and ends the run, and the
    call returns ADROP_EINTR unless nothing was left to do.

    A hook returns. One that leaves by longjmp or an exception leaves the run as it is, with its
    memory and the lock of its directory held: no other run of the process can use that directory.
    stop is the way to end early.

    size: sizeof(adrop_train_hooks)"""
    _fields_ = [
        ("size", c_size_t),
        ("user", c_void_p),
        ("started", CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)),
        ("progress", CFUNCTYPE(None, c_void_p, POINTER(adrop_progress))),
        ("epoch", CFUNCTYPE(None, c_void_p, POINTER(adrop_epoch))),
        ("stop", CFUNCTYPE(c_int, c_void_p)),
    ]


class adrop_train_result(Structure):
    """adrop_train_result of adrop/train.h

    epochs: done
    interrupted: stop said so: ADROP_EINTR; what was done is saved
    resumed: from a checkpoint
    test_acc: classification; of an interrupted run, those
    best_test_acc: classification; of an interrupted run, those
    test_rmse: regression of its last finished epoch
    best_test_rmse: regression of its last finished epoch
    train_acc_mean: without noise, at the end
    train_rmse_mean: without noise, at the end
    seconds: of training alone, all sessions of the run
    best_epoch: 0: there is no validation part
    val_acc: of that epoch
    val_rmse: of that epoch
    last_acc: on test rows
    last_rmse: on test rows
    stopped_early: patience has run out
    test_micro_f1: of rows that may have several classes, of the model that is kept (adrop_score has the meaning); else NaN
    test_macro_f1: of rows that may have several classes, of the model that is kept (adrop_score has the meaning); else NaN"""
    _fields_ = [
        ("epochs", c_size_t),
        ("interrupted", c_int),
        ("resumed", c_int),
        ("task", c_int),
        ("test_acc", c_double),
        ("best_test_acc", c_double),
        ("test_rmse", c_double),
        ("best_test_rmse", c_double),
        ("train_acc_mean", c_double),
        ("train_rmse_mean", c_double),
        ("seconds", c_double),
        ("best_epoch", c_size_t),
        ("val_acc", c_double),
        ("val_rmse", c_double),
        ("last_acc", c_double),
        ("last_rmse", c_double),
        ("stopped_early", c_int),
        ("test_micro_f1", c_double),
        ("test_macro_f1", c_double),
    ]


class adrop_run_opts(Structure):
    """How a run is opened.

    size: sizeof(adrop_run_opts)
    data: a name or a path; NULL: the run's own
    data_dir: where known names are looked for; NULL: nowhere
    inputs: rows to predict, whatever their classes
    all: every row is wanted: without the run's splits and limits
    allow_changed_data: the run's own data may differ from those of its record
    sparse_weights: are weights that are zero skipped (adrop/units.h)?"""
    _fields_ = [
        ("size", c_size_t),
        ("data", c_char_p),
        ("data_dir", c_char_p),
        ("inputs", c_int),
        ("all", c_int),
        ("allow_changed_data", c_int),
        ("sparse_weights", c_int),
    ]


class adrop_compare_opts(Structure):
    """Settings; all but size are rows of adrop_compare_options().

    size: sizeof(adrop_compare_opts)
    data: names or paths
    model: none: what suits the data
    dropout: techniques, as --dropout takes them; a comma separates bare names; "all": every one; none: "advanced"
    runs: of each; 5
    seed: 1
    paired: techniques share seeds, and the tests are paired; yes
    by_split: run k is on the data's split k - 1 (uci)
    baseline: what the others are compared with; "advanced"
    test: auto (welch, or paired), welch, pooled, paired
    level: of intervals and verdicts; 0.95
    choose: choose open settings; yes
    choose_epochs: of the runs they are chosen by; 0: as the others
    jobs: runs at once, each with its share of the threads; 1
    timing: time the steps of all techniques afterwards; no
    timing_rounds: 5
    out: the folder; must be given
    choose_dropout_lr: rates that each technique that learns chooses from; none: all have the dropout_lr of train
    unpaired: every technique has seeds of its own; the same as paired 0"""
    _fields_ = [
        ("size", c_size_t),
        ("data", adrop_texts),
        ("model", adrop_texts),
        ("dropout", adrop_texts),
        ("runs", c_size_t),
        ("seed", c_size_t),
        ("paired", c_int),
        ("by_split", c_int),
        ("baseline", c_char_p),
        ("test", c_int),
        ("level", c_double),
        ("choose", c_int),
        ("choose_epochs", c_size_t),
        ("jobs", c_size_t),
        ("timing", c_int),
        ("timing_rounds", c_size_t),
        ("out", c_char_p),
        ("choose_dropout_lr", adrop_list),
        ("unpaired", c_int),
    ]


class adrop_planned_run(Structure):
    """One run of the plan. The texts live as long as the comparison.

    data: dropout as it is trained; "" while open
    model: dropout as it is trained; "" while open
    dropout: dropout as it is trained; "" while open
    candidate: of a choice: the settings tried; otherwise ""
    run: from 1 on; 0 for a choice
    message: why it failed; ""
    data_seed: of its rows: shared by the techniques"""
    _fields_ = [
        ("data", c_char_p),
        ("model", c_char_p),
        ("dropout", c_char_p),
        ("candidate", c_char_p),
        ("run", c_size_t),
        ("seed", c_uint64),
        ("path", c_char_p),
        ("state", c_int),
        ("message", c_char_p),
        ("data_seed", c_uint64),
    ]


class adrop_compare_group(Structure):
    """A data set with a network. Texts live as long as the comparison.

    n_train: rows
    n_test: rows
    epochs: of a run
    batch: of a run"""
    _fields_ = [
        ("data", c_char_p),
        ("model", c_char_p),
        ("task", c_int),
        ("n_train", c_size_t),
        ("n_test", c_size_t),
        ("epochs", c_size_t),
        ("batch", c_size_t),
    ]


class adrop_compare_progress(Structure):
    """How far the whole of it is.

    done: of the plan
    failed: of the plan
    runs: of the plan
    run: the one that moved
    at: where it stands
    seconds_left: NaN at the start"""
    _fields_ = [
        ("done", c_size_t),
        ("failed", c_size_t),
        ("runs", c_size_t),
        ("running", c_size_t),
        ("run", POINTER(adrop_planned_run)),
        ("at", POINTER(adrop_progress)),
        ("seconds_left", c_double),
    ]


class adrop_compare_hooks(Structure):
    """All may be NULL. They are called from one thread at a time, but not always the same.

    size: sizeof(adrop_compare_hooks)
    launch: who trains the runs of this call (launch.h); NULL: this program"""
    _fields_ = [
        ("size", c_size_t),
        ("user", c_void_p),
        ("progress", CFUNCTYPE(None, c_void_p, POINTER(adrop_compare_progress))),
        ("ended", CFUNCTYPE(None, c_void_p, POINTER(adrop_planned_run), POINTER(adrop_train_result))),
        ("timed", CFUNCTYPE(None, c_void_p, c_size_t, c_size_t)),
        ("stop", CFUNCTYPE(c_int, c_void_p)),
        ("launch", c_void_p),
    ]


class adrop_compare_row(Structure):
    """A row of the table: one technique on one data set and network. What cannot be had is
    NaN: the tests with fewer than two runs, the times without timing.json, the ratios
    without `none`. Differences are those of the row from the baseline's row.

    data: dropout as it was trained
    model: dropout as it was trained
    dropout: dropout as it was trained
    asked: and as it was asked for
    chosen: "beta=0.2 of 0.001, 0.1, ..": what was chosen; ""
    n: runs: done, wanted, failed
    planned: runs: done, wanted, failed
    failed: runs: done, wanted, failed
    values: (n)
    seeds: (n)
    rank: by the mean, among its data set and network: 1 is best
    difference: and its interval
    low: and its interval
    high: and its interval
    p: Holm over all rows of the table
    p_holm: Holm over all rows of the table
    effect: Hedges' g
    p_paper: Welch, one-sided, population standard deviations: as in the paper's tables
    p_rank: Wilcoxon's (signed ranks if paired), and the least it can be
    least_p_rank: Wilcoxon's (signed ranks if paired), and the least it can be
    seconds_per_epoch: median
    rate: 1 - E[m] and Var[m] / E[m]^2 of the masks at the end, averages over the dropout layers and the runs; 0 for `none`
    noise_level: 1 - E[m] and Var[m] / E[m]^2 of the masks at the end, averages over the dropout layers and the runs; 0 for `none`
    chosen_edge: -1 or 1: what was chosen is the least or the greatest of its candidates, so that a better one may lie beyond; else 0"""
    _fields_ = [
        ("data", c_char_p),
        ("model", c_char_p),
        ("dropout", c_char_p),
        ("asked", c_char_p),
        ("chosen", c_char_p),
        ("n", c_size_t),
        ("planned", c_size_t),
        ("failed", c_size_t),
        ("values", c_void_p),
        ("seeds", c_void_p),
        ("mean", c_double),
        ("std", c_double),
        ("std_population", c_double),
        ("rank", c_int),
        ("is_baseline", c_int),
        ("difference", c_double),
        ("low", c_double),
        ("high", c_double),
        ("p", c_double),
        ("p_holm", c_double),
        ("effect", c_double),
        ("p_paper", c_double),
        ("p_rank", c_double),
        ("least_p_rank", c_double),
        ("seconds_per_epoch", c_double),
        ("s1", c_double),
        ("s2", c_double),
        ("s1_norm", c_double),
        ("s2_norm", c_double),
        ("rate", c_double),
        ("noise_level", c_double),
        ("chosen_edge", c_int),
    ]


class adrop_figure_look(Structure):
    """adrop_figure_look of adrop/figure.h

    size: sizeof(adrop_figure_look)
    width: SVG: pixels, 640; text: columns, 80. Of the whole
    height: of the plot of one panel: pixels, 240; lines, 12. Kinds with a line for each name have their own height
    columns: panels side by side; 0: as many as are readable
    digits: of values: significant ones, 0: all that are needed to read them back
    ascii: text: no characters beyond ASCII
    colour: text: with the colours of terminals
    number: HTML: of the figure within its page; names in it are then unique"""
    _fields_ = [
        ("size", c_size_t),
        ("width", c_size_t),
        ("height", c_size_t),
        ("columns", c_size_t),
        ("digits", c_int),
        ("ascii", c_int),
        ("colour", c_int),
        ("number", c_size_t),
    ]


class adrop_column(Structure):
    """Columns at once, ended by one without align; NULL as unit is ""."""
    _fields_ = [
        ("key", c_char_p),
        ("label", c_char_p),
        ("align", c_char),
        ("unit", c_char_p),
        ("digits", c_int),
        ("rank", c_int),
    ]


class adrop_document_look(Structure):
    """adrop_document_look of adrop/document.h

    size: sizeof(adrop_document_look)
    columns: of a line of text, 80
    is_terminal: text: no line is longer, prose is wrapped; otherwise only the last column of a table is wrapped, and a sentence is one line
    ascii: text: no characters beyond ASCII
    colour: text: bold and underlined by the codes of terminals
    number: HTML: of the first figure within the page
    brief: HTML: what has no label is left out; CSV: facts are, and sentences are lines that begin with '#'"""
    _fields_ = [
        ("size", c_size_t),
        ("columns", c_size_t),
        ("is_terminal", c_int),
        ("ascii", c_int),
        ("colour", c_int),
        ("number", c_size_t),
        ("brief", c_int),
    ]


class adrop_get_opts(Structure):
    """adrop_get_opts of adrop/fetch.h

    size: sizeof(adrop_get_opts), set by adrop_get_opts_init
    name: of a known set (adrop_known_data_at)
    data_dir: the folder of known sets; made if it is not there
    source: URL of a folder with the same files; NULL: the official
    proxy: for HTTPS, as libcurl names them; NULL: none
    no_proxy: hosts that are reached without it, by comma; NULL: none
    connect_seconds: to reach a server within; 30
    stall_seconds: after which a server that sends nothing is given up; 60"""
    _fields_ = [
        ("size", c_size_t),
        ("name", c_char_p),
        ("data_dir", c_char_p),
        ("source", c_char_p),
        ("proxy", c_char_p),
        ("no_proxy", c_char_p),
        ("connect_seconds", c_double),
        ("stall_seconds", c_double),
    ]


class adrop_get_progress(Structure):
    """How far it is.

    file: the name of the one that comes
    index: its number from 1 on, of so many
    files: its number from 1 on, of so many
    bytes: of all files, those that were there too
    all_bytes: of all files, those that were there too
    bytes_per_second: of this call; 0 at the start
    seconds_left: an estimate; NaN at the start"""
    _fields_ = [
        ("file", c_char_p),
        ("index", c_size_t),
        ("files", c_size_t),
        ("bytes", c_uint64),
        ("all_bytes", c_uint64),
        ("bytes_per_second", c_double),
        ("seconds_left", c_double),
    ]


class adrop_get_file(Structure):
    """A file that is in place.

    sum: 32 digits: MD5; 64: SHA-256
    fetched: 0: it was there already"""
    _fields_ = [
        ("path", c_char_p),
        ("url", c_char_p),
        ("sum", c_char_p),
        ("bytes", c_uint64),
        ("fetched", c_int),
    ]


class adrop_get_hooks(Structure):
    """All may be NULL. progress and stop are called while bytes come, once a second at
    least; stop not 0 ends the call with ADROP_EINTR, and what came is kept.

    size: sizeof(adrop_get_hooks)"""
    _fields_ = [
        ("size", c_size_t),
        ("user", c_void_p),
        ("progress", CFUNCTYPE(None, c_void_p, POINTER(adrop_get_progress))),
        ("file", CFUNCTYPE(None, c_void_p, POINTER(adrop_get_file))),
        ("stop", CFUNCTYPE(c_int, c_void_p)),
    ]


class adrop_get_result(Structure):
    """adrop_get_result of adrop/fetch.h

    files: in place now; of these, got by this call
    fetched: in place now; of these, got by this call
    bytes: that came over the network
    interrupted: stop said so: ADROP_EINTR"""
    _fields_ = [
        ("files", c_size_t),
        ("fetched", c_size_t),
        ("bytes", c_uint64),
        ("seconds", c_double),
        ("interrupted", c_int),
    ]


class adrop_prune_opts(Structure):
    """Settings; all but size are rows of adrop_prune_options().

    size: sizeof(adrop_prune_opts)
    unit: an adrop_prune_unit; nodes
    criterion: "advanced"
    rate: per cent of what remains that each round removes; 10
    rounds: after round 0; 0: 10, or as many as keep takes
    keep: share that the last round has; 1: not said. With rounds the rate follows from the two
    scope: an adrop_prune_scope
    rewind: "init", "epoch:K" (of round 0), "none"
    one_shot: all rounds are ranked by round 0
    out: the folder; must be given"""
    _fields_ = [
        ("size", c_size_t),
        ("unit", c_int),
        ("criterion", c_char_p),
        ("rate", c_double),
        ("rounds", c_size_t),
        ("keep", c_double),
        ("scope", c_int),
        ("rewind", c_char_p),
        ("one_shot", c_int),
        ("out", c_char_p),
    ]


class adrop_prune_round(Structure):
    """A round. Numbers that are not known yet are NaN.

    round: 0: not pruned
    units: nodes or weights that it has
    kept: units by those of round 0
    params: learned, without the techniques' and without removed weights
    macs: multiplications of one row, those with removed weights left out
    bytes: of the model file
    test_before: accuracy or RMSE on test rows when the units were gone and nothing was rewound yet
    test: after training
    ms_per_batch: of inference; adrop_prune_time
    whole_ms_per_batch: of round 0, measured alternately
    run: its directory within the folder; lives as long as the pruning"""
    _fields_ = [
        ("round", c_size_t),
        ("is_done", c_int),
        ("units", c_size_t),
        ("kept", c_double),
        ("params", c_double),
        ("macs", c_double),
        ("bytes", c_double),
        ("test_before", c_double),
        ("test", c_double),
        ("ms_per_batch", c_double),
        ("ms_per_input", c_double),
        ("whole_ms_per_batch", c_double),
        ("whole_ms_per_input", c_double),
        ("run", c_char_p),
    ]


class adrop_prune_info(Structure):
    """What is known of the whole. Texts live as long as the pruning.

    task: regression: test is an RMSE
    rounds: round 0 included
    epochs: of a round; rows of a step, and of ms_per_batch
    batch: of a round; rows of a step, and of ms_per_batch
    unit: "node", "weight"
    criterion: its name
    dropout: that round 0 is trained with
    model: that round 0 is trained with"""
    _fields_ = [
        ("task", c_int),
        ("rounds", c_size_t),
        ("done", c_size_t),
        ("epochs", c_size_t),
        ("batch", c_size_t),
        ("unit", c_char_p),
        ("criterion", c_char_p),
        ("dropout", c_char_p),
        ("model", c_char_p),
    ]


class adrop_prune_progress(Structure):
    """How far it is.

    round: the one that is trained; the last
    rounds: the one that is trained; the last
    at: where it stands
    done: share of all epochs of all rounds
    seconds_left: NaN at the start"""
    _fields_ = [
        ("round", c_size_t),
        ("rounds", c_size_t),
        ("at", POINTER(adrop_progress)),
        ("done", c_double),
        ("seconds_left", c_double),
    ]


class adrop_prune_hooks(Structure):
    """All may be NULL.

    size: sizeof(adrop_prune_hooks)
    round: it is done"""
    _fields_ = [
        ("size", c_size_t),
        ("user", c_void_p),
        ("progress", CFUNCTYPE(None, c_void_p, POINTER(adrop_prune_progress))),
        ("round", CFUNCTYPE(None, c_void_p, POINTER(adrop_prune_round))),
        ("stop", CFUNCTYPE(c_int, c_void_p)),
    ]


class adrop_tune_opts(Structure):
    """Settings; all but size are rows of adrop_tune_options().

    size: sizeof(adrop_tune_opts)
    vary: what is searched; at least one, at most 16
    method: an adrop_tune_method; halving
    by: 0: validation accuracy, or RMSE; 1: validation loss
    trials: of random and halving; 0: 27, or all combinations if fewer
    eta: of halving and hyperband: one of so many is promoted; 3
    min_epochs: of the first rung, at least; 1
    runs: of the winner; 5
    no_baseline: do not train the settings without `vary`
    level: of intervals; 0.95
    seed: 1
    jobs: runs at once; 0: as many as the context's threads allow
    run_threads: of each run; 1
    out: the folder; must be given"""
    _fields_ = [
        ("size", c_size_t),
        ("vary", adrop_texts),
        ("method", c_int),
        ("by", c_int),
        ("trials", c_size_t),
        ("eta", c_size_t),
        ("min_epochs", c_size_t),
        ("runs", c_size_t),
        ("no_baseline", c_int),
        ("level", c_double),
        ("seed", c_size_t),
        ("jobs", c_size_t),
        ("run_threads", c_size_t),
        ("out", c_char_p),
    ]


class adrop_trial(Structure):
    """A trial. Texts live as long as the search.

    trial: from 1 on
    settings: "lr=0.0123 dropout=bernoulli:rate=0.3"
    same_as: the trial it is equal to; 0: none
    bracket: from 1 on; the last it was in
    rung: the last that it is done with, from 1 on; 0: none
    epochs: it was trained for then
    val: what it is judged by, then; NaN: nothing yet
    run: its run directory, or the folder of its folds, within the search's
    message: why it failed or was left out; "" """
    _fields_ = [
        ("trial", c_size_t),
        ("settings", c_char_p),
        ("state", c_int),
        ("same_as", c_size_t),
        ("bracket", c_size_t),
        ("rung", c_size_t),
        ("epochs", c_size_t),
        ("val", c_double),
        ("run", c_char_p),
        ("message", c_char_p),
    ]


class adrop_rung(Structure):
    """A rung: how many trials are to be trained, until which epoch.

    bracket: from 1 on
    rung: from 1 on"""
    _fields_ = [
        ("bracket", c_size_t),
        ("rung", c_size_t),
        ("trials", c_size_t),
        ("epochs", c_size_t),
    ]


class adrop_tune_progress(Structure):
    """How far it is.

    what: "trial 7, lr=0.0123", "winner, run 2 of 5"
    done: epochs of the plan, all folds and runs counted
    epochs: epochs of the plan, all folds and runs counted
    running: runs
    at: where the one that moved stands
    seconds_left: NaN at the start"""
    _fields_ = [
        ("what", c_char_p),
        ("done", c_size_t),
        ("epochs", c_size_t),
        ("running", c_size_t),
        ("at", POINTER(adrop_progress)),
        ("seconds_left", c_double),
    ]


class adrop_tune_hooks(Structure):
    """All may be NULL. They are called from one thread at a time, but not always the same.

    size: sizeof(adrop_tune_hooks)
    launch: who trains the runs of this call (launch.h); NULL: this program"""
    _fields_ = [
        ("size", c_size_t),
        ("user", c_void_p),
        ("progress", CFUNCTYPE(None, c_void_p, POINTER(adrop_tune_progress))),
        ("trial", CFUNCTYPE(None, c_void_p, POINTER(adrop_trial))),
        ("ended", CFUNCTYPE(None, c_void_p, c_char_p, POINTER(adrop_train_result))),
        ("stop", CFUNCTYPE(c_int, c_void_p)),
        ("launch", c_void_p),
    ]


class adrop_tune_runs(Structure):
    """Several runs of one setting: what they came to on test rows.

    n: done; what follows is NaN for 0
    mean: std NaN for fewer than 2
    std: std NaN for fewer than 2
    low: interval of the mean, by Student's t, within what is possible: from 0 on, to 100 of per cent; NaN for fewer than 2
    high: interval of the mean, by Student's t, within what is possible: from 0 on, to 100 of per cent; NaN for fewer than 2
    values: (n), as long as the search lives"""
    _fields_ = [
        ("n", c_size_t),
        ("mean", c_double),
        ("std", c_double),
        ("low", c_double),
        ("high", c_double),
        ("values", c_void_p),
    ]


class adrop_tune_result(Structure):
    """What is known of the search.

    epochs: R
    epochs_all: of the plan: all rungs and folds; without the final runs
    epochs_final: of the final runs
    epochs_full: of all distinct trials trained to the end
    n_train: rows of a trial; test rows of the final runs
    n_val: rows of a trial; test rows of the final runs
    n_test: rows of a trial; test rows of the final runs
    folds: 0: a validation part
    jobs: as they will be
    by: "val_acc", "val_rmse", "val_loss"
    metric: of the final runs: "test_acc", "test_rmse"
    by_less: is less better?
    metric_less: is less better?
    best: trial, from 1 on; 0: not known yet
    second: the next best trial after R epochs; 0: none
    final: of the winner; of the settings without `vary`
    baseline: of the winner; of the settings without `vary`
    baseline_is_best: they are the same settings: no runs of their own
    difference: final - baseline, paired by seed; NaN: not known
    low: final - baseline, paired by seed; NaN: not known
    high: final - baseline, paired by seed; NaN: not known
    p: final - baseline, paired by seed; NaN: not known"""
    _fields_ = [
        ("trials", c_size_t),
        ("distinct", c_size_t),
        ("left_out", c_size_t),
        ("failed", c_size_t),
        ("epochs", c_size_t),
        ("epochs_all", c_size_t),
        ("epochs_final", c_size_t),
        ("epochs_full", c_size_t),
        ("n_train", c_size_t),
        ("n_val", c_size_t),
        ("n_test", c_size_t),
        ("folds", c_size_t),
        ("jobs", c_size_t),
        ("by", c_char_p),
        ("metric", c_char_p),
        ("by_less", c_int),
        ("metric_less", c_int),
        ("best", c_size_t),
        ("best_val", c_double),
        ("best_settings", c_char_p),
        ("second", c_size_t),
        ("second_val", c_double),
        ("final", adrop_tune_runs),
        ("baseline", adrop_tune_runs),
        ("baseline_is_best", c_int),
        ("difference", c_double),
        ("low", c_double),
        ("high", c_double),
        ("p", c_double),
    ]


class adrop_uncertainty_opts(Structure):
    """adrop_uncertainty_opts of adrop/uncertainty.h

    size: sizeof(adrop_uncertainty_opts)
    samples: noisy passes, 50; 0: one pass without noise (plain softmax)
    shared_masks: 1: pass t has the same masks for every row
    data: NULL: the run's own
    data_dir: where known names are looked for
    part: the rows to measure: test
    ood: rows from another distribution; NULL: none
    calibrate: this share of the rows calibrates where there is no validation part; 0: none do
    bins: of calibration errors, 15
    level: of conformal sets, 0.9
    batch: (input, pass) rows that go through the network together, 256
    by_moments: 1: moments carried through the network in place of passes
    allow_plain: 1: a single run without a random layer has one pass and is not refused
    calibrate_on: a data set whose rows, all of them, calibrate; NULL: as above
    target: of several targets, the one that is measured: its name, or its number from 1 on; NULL where there is one"""
    _fields_ = [
        ("size", c_size_t),
        ("samples", c_size_t),
        ("shared_masks", c_int),
        ("data", c_char_p),
        ("data_dir", c_char_p),
        ("part", c_int),
        ("ood", c_char_p),
        ("calibrate", c_double),
        ("bins", c_size_t),
        ("level", c_double),
        ("batch", c_size_t),
        ("allow_changed_data", c_int),
        ("by_moments", c_int),
        ("allow_plain", c_int),
        ("calibrate_on", c_char_p),
        ("target", c_char_p),
    ]


class adrop_uncertainty_hooks(Structure):
    """done of all rows that are predicted; stop: not 0 ends with ADROP_EINTR. Both may be NULL."""
    _fields_ = [
        ("size", c_size_t),
        ("user", c_void_p),
        ("progress", CFUNCTYPE(None, c_void_p, c_size_t, c_size_t)),
        ("stop", CFUNCTYPE(c_int, c_void_p)),
    ]


class adrop_conformal_result(Structure):
    """adrop_conformal_result of adrop/uncertainty.h

    threshold: values: the mean width of intervals
    coverage: values: the mean width of intervals
    mean_size: values: the mean width of intervals"""
    _fields_ = [
        ("threshold", c_double),
        ("coverage", c_double),
        ("mean_size", c_double),
    ]


class adrop_exact_result(Structure):
    """Sets that may be empty (adrop_conformal_opts), from the same thresholds.

    empty: the share of sets that are"""
    _fields_ = [
        ("coverage", c_double),
        ("mean_size", c_double),
        ("empty", c_double),
    ]


class adrop_uncertainty_info(Structure):
    """adrop_uncertainty_info of adrop/uncertainty.h

    classes: 0: values
    ece: equal width, equal mass, mean over classes
    ece_mass: equal width, equal mass, mean over classes
    ece_classes: equal width, equal mass, mean over classes
    success: positives are right predictions
    error: positives are errors: another AUPR and FPR
    ood: positives are the other rows
    selective: by largest probability, loss 1 for an error
    scaled_scores: with that temperature
    conformal: by adrop_conformal_kind; none is empty
    noise: standard deviation added to that of the passes, from calibration rows
    coverage: of central intervals of 50, 80, 90, 95 %
    interval: of constant width; in units of the standard deviation
    targets: values that the run predicts, of which one is measured; 0: classes
    exact: classes: by adrop_conformal_kind"""
    _fields_ = [
        ("n", c_size_t),
        ("n_calibration", c_size_t),
        ("n_ood", c_size_t),
        ("classes", c_size_t),
        ("members", c_size_t),
        ("samples", c_size_t),
        ("scores", adrop_probability_scores),
        ("ece", c_double),
        ("ece_mass", c_double),
        ("ece_classes", c_double),
        ("success", adrop_detection * 4),
        ("error", adrop_detection * 4),
        ("ood", adrop_detection * 4),
        ("selective", adrop_selective),
        ("temperature", c_double),
        ("scaled_scores", adrop_probability_scores),
        ("scaled_ece", c_double),
        ("conformal", adrop_conformal_result * 3),
        ("values", adrop_value_scores),
        ("gaussian", adrop_gaussian_scores),
        ("noise", c_double),
        ("coverage", c_double * 4),
        ("interval", adrop_conformal_result * 2),
        ("by_moments", c_int),
        ("targets", c_size_t),
        ("exact", adrop_exact_result * 3),
    ]


class adrop_uncertain_row(Structure):
    """Row i of those measured.

    row: its number in the data set
    truth: classes; -1: values
    predicted: classes; -1: values
    target: NaN: classes
    mean: (classes), or one value
    std: (classes), or one value"""
    _fields_ = [
        ("row", c_size_t),
        ("truth", c_int32),
        ("predicted", c_int32),
        ("target", c_double),
        ("mean", c_void_p),
        ("std", c_void_p),
        ("maxp", c_double),
        ("entropy", c_double),
        ("expected_entropy", c_double),
        ("mutual_information", c_double),
        ("energy", c_double),
    ]


class adrop_report_opts(Structure):
    """adrop_report_opts of adrop/report.h

    size: sizeof(adrop_report_opts)
    paper: the paper's conventions: population standard deviations, and its one-sided p"""
    _fields_ = [
        ("size", c_size_t),
        ("paper", c_int),
    ]


class adrop_power(Structure):
    """What the planned runs of a data set and network can show: before anything is trained, and with
    the variability of what is done, if anything is. Of one comparison with the baseline, when it
    is the only one that differs: Holm's correction then asks for p below alpha / tests.

    runs: planned of each technique
    tests: comparisons of the whole table
    alpha: level of the single test: (1 - level) / tests
    power: 0.8: with which probability the difference is shown
    deviations: the least difference that is, in standard deviations: of the differences of pairs, or of a run for unpaired tests; NaN with less than 2 runs
    std: the standard deviation that was found, pooled over the techniques; NaN
    difference: deviations * std, in points or the target's units; NaN
    judged_by: runs, or pairs of runs, that std was found by; 0"""
    _fields_ = [
        ("data", c_char_p),
        ("model", c_char_p),
        ("test", c_int),
        ("runs", c_size_t),
        ("tests", c_size_t),
        ("alpha", c_double),
        ("power", c_double),
        ("deviations", c_double),
        ("std", c_double),
        ("difference", c_double),
        ("judged_by", c_size_t),
    ]


class adrop_recipe_info(Structure):
    """adrop_recipe_info of adrop/reproduce.h

    claim: what the paper says of it
    missing: what adrop does not have yet; ""
    needs: data sets, by comma; ""
    absent: those of them that are not there; ""
    says: how a scale differs from the paper; ""
    hours: of the data sets that are there, about, on machine; NaN: not measured"""
    _fields_ = [
        ("label", c_char_p),
        ("title", c_char_p),
        ("claim", c_char_p),
        ("missing", c_char_p),
        ("kind", c_int),
        ("kind_name", c_char_p),
        ("state", c_int),
        ("needs", c_char_p),
        ("absent", c_char_p),
        ("says", c_char_p * 2),
        ("hours", c_double * 2),
    ]


class adrop_reproduce_opts(Structure):
    """Settings; all but the first two are rows of adrop_reproduce_options().

    size: sizeof(adrop_reproduce_opts)
    data_dir: where known sets are looked for; NULL: nowhere
    scale: an adrop_scale; quick
    part: only these; none: all
    data: only these, or these in their place
    model: only these, or these in their place
    dropout: only these, or these in their place
    runs: 0: the recipe's; drops of the rate keep their place in training
    epochs: 0: the recipe's; drops of the rate keep their place in training
    seed: 1
    jobs: runs at once; 1
    timing: time steps after the runs, for seconds and ratios; no
    change: KEY=VALUE, options of training, data or comparison
    out: "": runs/reproduce-LABEL-SCALE
    choose_dropout_lr: rates that each technique that learns chooses from; one: that one for all, without a choice; none: the recipe's"""
    _fields_ = [
        ("size", c_size_t),
        ("data_dir", c_char_p),
        ("scale", c_int),
        ("part", adrop_texts),
        ("data", adrop_texts),
        ("model", adrop_texts),
        ("dropout", adrop_texts),
        ("runs", c_size_t),
        ("epochs", c_size_t),
        ("seed", c_size_t),
        ("jobs", c_size_t),
        ("timing", c_int),
        ("change", adrop_texts),
        ("out", c_char_p),
        ("choose_dropout_lr", adrop_list),
    ]


class adrop_reproduce_info(Structure):
    """adrop_reproduce_info of adrop/reproduce.h

    says: how the scale differs from the paper; ""
    restricted: what was left out or changed by the caller, and sets that are there in part only; ""
    absent: data sets that are not there; ""
    out: its folder
    paper_applies: the paper has numbers to compare with
    hours: about, on the recipes' machine; NaN: not measured"""
    _fields_ = [
        ("label", c_char_p),
        ("title", c_char_p),
        ("claim", c_char_p),
        ("kind", c_int),
        ("curve", c_int),
        ("scale", c_int),
        ("says", c_char_p),
        ("restricted", c_char_p),
        ("absent", c_char_p),
        ("out", c_char_p),
        ("paper_applies", c_int),
        ("hours", c_double),
    ]


class adrop_reproduce_part(Structure):
    """A part: a comparison, to ask for its plan, its estimate and its own table.

    compare: owned by the reproduction; NULL for prunings"""
    _fields_ = [
        ("name", c_char_p),
        ("says", c_char_p),
        ("folder", c_char_p),
        ("compare", c_void_p),
    ]


class adrop_reproduced(Structure):
    """Ours beside the paper's; its numbers are NaN where it has none.

    column: the paper's word: accuracy, top1, top5, rmse, seconds_per_epoch
    ours: mean and rank are those of the column
    paper_rank: among the rows of its data set, network and column; 0: none
    paper_rows: and how many they are
    note: what is known to be wrong with the paper's cell; "" """
    _fields_ = [
        ("part", c_char_p),
        ("column", c_char_p),
        ("ours", POINTER(adrop_compare_row)),
        ("paper_mean", c_double),
        ("paper_std", c_double),
        ("paper_p", c_double),
        ("paper_rank", c_int),
        ("paper_rows", c_int),
        ("note", c_char_p),
    ]


class adrop_example(Structure):
    """A row that a recipe of kind examples shows: its picture, and why it was picked. Sheet i of the
    document has the predictions, class by class.

    rule: "most confidently wrong"
    row: its number in the data set
    pixels: (channels, height, width), as the network reads them"""
    _fields_ = [
        ("rule", c_char_p),
        ("row", c_size_t),
        ("truth", c_char_p),
        ("predicted", c_char_p),
        ("channels", c_size_t),
        ("height", c_size_t),
        ("width", c_size_t),
        ("pixels", c_void_p),
    ]

adrop_plugin_fn = CFUNCTYPE(POINTER(adrop_technique_table), c_size_t)
adrop_plugin_curve_fn = CFUNCTYPE(POINTER(adrop_curve_table), c_size_t)

STRUCTS: dict[str, type[Structure]] = {
    "adrop_allocator": adrop_allocator,
    "adrop_ctx_opts": adrop_ctx_opts,
    "adrop_list": adrop_list,
    "adrop_texts": adrop_texts,
    "adrop_option": adrop_option,
    "adrop_curve_table": adrop_curve_table,
    "adrop_atom": adrop_atom,
    "adrop_near_dists": adrop_near_dists,
    "adrop_target_info": adrop_target_info,
    "adrop_ranking_opts": adrop_ranking_opts,
    "adrop_ranking_info": adrop_ranking_info,
    "adrop_ranked": adrop_ranked,
    "adrop_positive": adrop_positive,
    "adrop_technique_info": adrop_technique_info,
    "adrop_technique_table": adrop_technique_table,
    "adrop_conformance": adrop_conformance,
    "adrop_site": adrop_site,
    "adrop_pass": adrop_pass,
    "adrop_moments": adrop_moments,
    "adrop_summary": adrop_summary,
    "adrop_t_result": adrop_t_result,
    "adrop_rank_result": adrop_rank_result,
    "adrop_set_scores": adrop_set_scores,
    "adrop_probability_scores": adrop_probability_scores,
    "adrop_detection": adrop_detection,
    "adrop_detection_difference": adrop_detection_difference,
    "adrop_selective": adrop_selective,
    "adrop_value_scores": adrop_value_scores,
    "adrop_gaussian_scores": adrop_gaussian_scores,
    "adrop_conformal_opts": adrop_conformal_opts,
    "adrop_comm_opts": adrop_comm_opts,
    "adrop_comm_cost": adrop_comm_cost,
    "adrop_sparse": adrop_sparse,
    "adrop_model_opts": adrop_model_opts,
    "adrop_batch": adrop_batch,
    "adrop_losses": adrop_losses,
    "adrop_rates": adrop_rates,
    "adrop_response": adrop_response,
    "adrop_tensor_info": adrop_tensor_info,
    "adrop_tensor_view": adrop_tensor_view,
    "adrop_model_file_opts": adrop_model_file_opts,
    "adrop_model_info": adrop_model_info,
    "adrop_layer_info": adrop_layer_info,
    "adrop_architecture_info": adrop_architecture_info,
    "adrop_graph_layer_info": adrop_graph_layer_info,
    "adrop_text_opts": adrop_text_opts,
    "adrop_split_opts": adrop_split_opts,
    "adrop_arrays": adrop_arrays,
    "adrop_data_info": adrop_data_info,
    "adrop_data_column": adrop_data_column,
    "adrop_batches_opts": adrop_batches_opts,
    "adrop_data_batch": adrop_data_batch,
    "adrop_trainer_opts": adrop_trainer_opts,
    "adrop_progress": adrop_progress,
    "adrop_epoch": adrop_epoch,
    "adrop_trainer_hooks": adrop_trainer_hooks,
    "adrop_step": adrop_step,
    "adrop_score": adrop_score,
    "adrop_trainer_info": adrop_trainer_info,
    "adrop_unit": adrop_unit,
    "adrop_criterion_info": adrop_criterion_info,
    "adrop_choose_opts": adrop_choose_opts,
    "adrop_predictor_opts": adrop_predictor_opts,
    "adrop_predictor_info": adrop_predictor_info,
    "adrop_sample_opts": adrop_sample_opts,
    "adrop_sampled": adrop_sampled,
    "adrop_draws": adrop_draws,
    "adrop_raw_rows": adrop_raw_rows,
    "adrop_export_opts": adrop_export_opts,
    "adrop_calibration_info": adrop_calibration_info,
    "adrop_data_opts": adrop_data_opts,
    "adrop_data_file": adrop_data_file,
    "adrop_known_data": adrop_known_data,
    "adrop_data_format": adrop_data_format,
    "adrop_launch_opts": adrop_launch_opts,
    "adrop_worker_info": adrop_worker_info,
    "adrop_train_opts": adrop_train_opts,
    "adrop_train_hooks": adrop_train_hooks,
    "adrop_train_result": adrop_train_result,
    "adrop_run_opts": adrop_run_opts,
    "adrop_compare_opts": adrop_compare_opts,
    "adrop_planned_run": adrop_planned_run,
    "adrop_compare_group": adrop_compare_group,
    "adrop_compare_progress": adrop_compare_progress,
    "adrop_compare_hooks": adrop_compare_hooks,
    "adrop_compare_row": adrop_compare_row,
    "adrop_figure_look": adrop_figure_look,
    "adrop_column": adrop_column,
    "adrop_document_look": adrop_document_look,
    "adrop_get_opts": adrop_get_opts,
    "adrop_get_progress": adrop_get_progress,
    "adrop_get_file": adrop_get_file,
    "adrop_get_hooks": adrop_get_hooks,
    "adrop_get_result": adrop_get_result,
    "adrop_prune_opts": adrop_prune_opts,
    "adrop_prune_round": adrop_prune_round,
    "adrop_prune_info": adrop_prune_info,
    "adrop_prune_progress": adrop_prune_progress,
    "adrop_prune_hooks": adrop_prune_hooks,
    "adrop_tune_opts": adrop_tune_opts,
    "adrop_trial": adrop_trial,
    "adrop_rung": adrop_rung,
    "adrop_tune_progress": adrop_tune_progress,
    "adrop_tune_hooks": adrop_tune_hooks,
    "adrop_tune_runs": adrop_tune_runs,
    "adrop_tune_result": adrop_tune_result,
    "adrop_uncertainty_opts": adrop_uncertainty_opts,
    "adrop_uncertainty_hooks": adrop_uncertainty_hooks,
    "adrop_conformal_result": adrop_conformal_result,
    "adrop_exact_result": adrop_exact_result,
    "adrop_uncertainty_info": adrop_uncertainty_info,
    "adrop_uncertain_row": adrop_uncertain_row,
    "adrop_report_opts": adrop_report_opts,
    "adrop_power": adrop_power,
    "adrop_recipe_info": adrop_recipe_info,
    "adrop_reproduce_opts": adrop_reproduce_opts,
    "adrop_reproduce_info": adrop_reproduce_info,
    "adrop_reproduce_part": adrop_reproduce_part,
    "adrop_reproduced": adrop_reproduced,
    "adrop_example": adrop_example,
}

FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...], str]] = {
    "adrop_version": (c_char_p, (),
        '"0.1.0": the version of the library at run time. Lives for ever.'),
    "adrop_version_number": (c_int, (),
        'ADROP_VERSION of the library at run time.'),
    "adrop_status_text": (c_char_p, (c_int,),
        '"out of memory" and the like; "unknown status" for a number that is none.'),
    "adrop_ctx_opts_init_sized": (None, (POINTER(adrop_ctx_opts), c_size_t),
        'Every member 0: the defaults.'),
    "adrop_ctx_options": (POINTER(adrop_option), (),
        'Its option table (option.h): threads and isa. The allocator, log and log_user are no rows.'),
    "adrop_ctx_create": (c_int, (POINTER(adrop_ctx_opts), POINTER(c_void_p)),
        'opts may be NULL for the defaults. ADROP_EINVAL if threads or isa is out of range, one of\nthe two allocator functions is missing, or the CPU lacks the instruction set;\nADROP_ENOMEM if more threads than processors were asked for and cannot be started;\n*out is NULL after any failure.'),
    "adrop_ctx_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_free": (None, (c_void_p, c_void_p),
        'Give back memory that a call has handed over, and says that it is freed so. NULL is fine.'),
    "adrop_ctx_message": (c_char_p, (c_void_p,),
        'The sentence for the last failure in this context, "" if there was none. It\nlives until the next failure or the end of the context.'),
    "adrop_ctx_isa_name": (c_char_p, (c_void_p,),
        '"avx512", "avx2" or "baseline": the kernels this context runs.'),
    "adrop_ctx_threads": (c_int, (c_void_p,),
        "How many threads the context's loops use. Masks and predictions do not depend on it;\ntraining does, in the last bits."),
    "adrop_ctx_bytes_read": (c_uint64, (c_void_p,),
        'Bytes of data sets that were read and expanded in this context so far. Unlike all other calls\nit may be made by another thread at any time, to show how far a long reading is.'),
    "adrop_isa_count": (c_int, (),
        'How many instruction sets this CPU has; the first `count` of BASELINE, AVX2,\nAVX512 can be asked for.'),
    "adrop_number_text": (c_char_p, (c_char_p, c_double),
        'The shortest decimal text that reads back as exactly x ("0.1", "1e-07",\n"nan", "-inf"), written to buffer[ADROP_NUMBER_SIZE]. Returns buffer.'),
    "adrop_number_round": (c_char_p, (c_char_p, c_double, c_int),
        'The same with at most `digits` (1 to 17) significant digits.'),
    "adrop_number_or_zero": (c_double, (c_double, c_int),
        'x, or 0 where x with so many decimals is 0: so that "%.2f" never prints "-0.00".'),
    "adrop_number_read": (c_int, (c_char_p, c_void_p),
        'Read the whole of text as a finite decimal number. ADROP_EINVAL, *x untouched,\nfor anything else: empty, trailing characters, hexadecimal, nan, infinity,\noverflow.'),
    "adrop_options_default_sized": (None, (POINTER(adrop_option), c_void_p, c_size_t),
        "Fill dst with the table's defaults."),
    "adrop_option_group_title": (c_char_p, (c_int,),
        '"Network and dropout": the heading of a group; NULL past the last.'),
    "adrop_options_append": (c_size_t, (POINTER(adrop_option), c_size_t, POINTER(adrop_option), c_size_t),
        'One table of several structs that lie in a larger one: append the rows of the one at offset to\nthe n that there are, but for names that are there already. Returns how many there are then; a\nrow without a name follows them, for which there must be room.'),
    "adrop_option_find": (POINTER(adrop_option), (POINTER(adrop_option), c_char_p),
        'The row called name, or NULL.'),
    "adrop_option_meant": (POINTER(adrop_option), (POINTER(adrop_option), c_char_p),
        'The same, or else the row that has the word among its synonyms: what is read from people.'),
    "adrop_keep": (c_int, (c_void_p, c_char_p, POINTER(c_char_p)),
        'A copy of text that lives as long as the context: one for each different text. "" after a\nfailure, which is ADROP_ENOMEM.'),
    "adrop_texts_add": (c_int, (c_void_p, POINTER(adrop_texts), c_char_p),
        'Add a copy of a text, in memory that lives as long as the context. ADROP_EINVAL for an empty\none; texts is untouched after a failure.'),
    "adrop_texts_at": (c_char_p, (POINTER(adrop_texts), c_size_t),
        'Text i; NULL past the last.'),
    "adrop_option_set_sized": (c_int, (c_void_p, POINTER(adrop_option), c_void_p, c_size_t, c_char_p, c_char_p),
        "Set one field from text; name may be a synonym. ADROP_ENOENT for an unknown name (the message\noffers the nearest), ADROP_EINVAL for a text that is not of the row's kind or lies outside its\nrange (the message gives the range) or for which dst has no room; dst is untouched on failure."),
    "adrop_options_parse_sized": (c_int, (c_void_p, POINTER(adrop_option), c_void_p, c_size_t, c_char_p),
        'Set fields from "key=value,key=value"; a flag\'s key alone is yes; a list\'s values are separated\nby \'/\' here, and commas within parentheses belong to the value. Settings before the one that\nfails are kept.'),
    "adrop_option_show": (c_char_p, (c_void_p, POINTER(adrop_option), c_void_p),
        'The current value of a row\'s field as adrop_option_set would read it, in memory that lives as\nlong as the context; from must have the field (offset). The number of a choice that has no word\nstands in brackets, "(7)"; of lists that are too long, the first numbers. NULL if there is no\nmemory.'),
    "adrop_option_range": (c_char_p, (POINTER(adrop_option), c_char_p, c_size_t),
        'What the row accepts, for people: "[0, 1)", "yes or no", "sigmoid, probit".\nReturns buffer.'),
    "adrop_option_applies": (c_char_p, (POINTER(adrop_option), c_char_p, c_size_t),
        'What the row is for, for people: "tables and JSON lines", or "" for everything. Returns buffer.'),
    "adrop_nearest": (c_char_p, (c_char_p, POINTER(c_char_p)),
        'The entry of words (ended by NULL) that word was most likely meant to be, or\nNULL when none is near.'),
    "adrop_seed_name": (c_char_p, (c_size_t,),
        'The seeds and the mappings, by number from 0; NULL past the last.'),
    "adrop_seed_summary": (c_char_p, (c_size_t,),
        'The seeds and the mappings, by number from 0; NULL past the last.'),
    "adrop_map_name": (c_char_p, (c_size_t,),
        'The seeds and the mappings, by number from 0; NULL past the last.'),
    "adrop_map_summary": (c_char_p, (c_size_t,),
        'The seeds and the mappings, by number from 0; NULL past the last.'),
    "adrop_map_register": (c_int, (c_void_p, POINTER(adrop_curve_table)),
        'Make one known to a context, by its name, and to those that the library makes for its own\nthreads. What the table points to must outlive the context. ADROP_EEXIST if there is one of that\nname, ADROP_EINVAL if something is missing or a condition does not hold.'),
    "adrop_seed_register": (c_int, (c_void_p, POINTER(adrop_curve_table)),
        'Make one known to a context, by its name, and to those that the library makes for its own\nthreads. What the table points to must outlive the context. ADROP_EEXIST if there is one of that\nname, ADROP_EINVAL if something is missing or a condition does not hold.'),
    "adrop_map_registered": (c_char_p, (c_void_p, c_size_t, POINTER(c_char_p)),
        'Those that were registered, by number from 0; NULL past the last.'),
    "adrop_seed_registered": (c_char_p, (c_void_p, c_size_t, POINTER(c_char_p)),
        'Those that were registered, by number from 0; NULL past the last.'),
    "adrop_dist_create": (c_int, (c_void_p, c_char_p, c_char_p, c_double, c_double, POINTER(c_void_p)),
        'ADROP_ENOENT for an unknown seed or map, ADROP_EINVAL unless mu is finite and\nsigma finite and positive.'),
    "adrop_dist_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_dist_pdf": (c_double, (c_void_p, c_double),
        "Density of the continuous part at m; 0 outside the support. With the atoms'\nmasses it integrates to 1. It may be infinite at an end of [0, 1]."),
    "adrop_dist_cdf": (c_double, (c_void_p, c_double),
        'P(mask <= m), atoms included.'),
    "adrop_dist_quantile": (c_double, (c_void_p, c_double),
        'The smallest m with cdf(m) >= p, for p in [0, 1] (0: the lower end of the\nsupport); NaN outside.'),
    "adrop_dist_atoms": (c_size_t, (c_void_p, POINTER(adrop_atom)),
        'Write the atoms of positive mass, in increasing order of value; returns how\nmany there are (0 to 2).'),
    "adrop_dist_mean": (c_double, (c_void_p,),
        ''),
    "adrop_dist_variance": (c_double, (c_void_p,),
        ''),
    "adrop_dist_mean_approx": (c_double, (c_void_p,),
        "The paper's approximate mean, sigmoid(mu / sqrt(1 + pi sigma^2 / 8)); NaN\nunless the pair is gaussian with sigmoid, the one it was made for."),
    "adrop_dist_at": (None, (c_void_p, c_double, c_void_p, c_void_p, c_void_p),
        'm, dm/dmu and dm/dsigma at the noise eps; any of the pointers may be NULL. At\na kink of the mapping the derivative is 0.'),
    "adrop_dist_sample": (None, (c_void_p, c_uint64, c_uint32, c_uint32, c_size_t, c_void_p),
        'Draw n masks into m. Element i of the draw is a pure function of (seed, row,\npass, i): no state, any order, any number of threads.'),
    "adrop_dist_kl": (c_double, (c_void_p, c_void_p),
        'Kullback-Leibler divergence KL(p || q) in nats, atoms counted; infinite where\np has mass that q lacks.'),
    "adrop_dist_nearest_sized": (None, (c_void_p, POINTER(adrop_near_dists), c_size_t),
        'Takes some hundredths of a second.'),
    "adrop_target_at_sized": (c_int, (c_size_t, POINTER(adrop_target_info), c_size_t),
        'Kind i from 0; 1, or 0 past the last with *info zeroed.'),
    "adrop_ranking_opts_init_sized": (None, (POINTER(adrop_ranking_opts), c_size_t),
        ''),
    "adrop_ranking_options": (POINTER(adrop_option), (),
        'Its option table (option.h): unit_mean.'),
    "adrop_ranking_create": (c_int, (c_void_p, c_char_p, POINTER(adrop_ranking_opts), POINTER(c_void_p)),
        'Fit every pair to the target of that text; opts may be NULL. Takes about a second.\nADROP_ENOENT for an unknown target, ADROP_EINVAL for settings that it does not have\nor that are out of range, ADROP_ENOMEM.'),
    "adrop_ranking_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_ranking_describe_sized": (None, (c_void_p, POINTER(adrop_ranking_info), c_size_t),
        ''),
    "adrop_ranking_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_ranked), c_size_t),
        'The pair of that rank, from 0, nearest first; 1, or 0 past the last with *info zeroed.'),
    "adrop_positive_name": (c_char_p, (c_int,),
        ''),
    "adrop_positive_log_pdf": (c_double, (POINTER(adrop_positive), c_double),
        'Log density at v > 0; -inf elsewhere.'),
    "adrop_positive_mean": (c_double, (POINTER(adrop_positive),),
        'Infinite where the integral diverges (inverse gamma: k <= 1, k <= 2).'),
    "adrop_positive_variance": (c_double, (POINTER(adrop_positive),),
        'Infinite where the integral diverges (inverse gamma: k <= 1, k <= 2).'),
    "adrop_positive_kl": (c_double, (POINTER(adrop_positive), POINTER(adrop_positive)),
        'KL(p || q) in nats; infinite where it diverges.'),
    "adrop_positive_match": (c_int, (c_void_p, POINTER(adrop_positive), c_int, c_int, POINTER(adrop_positive)),
        'Fit the member of `kind` (softplus-gaussian or log-normal) to target.\nADROP_EINVAL if parameters are not positive where they must be, or if the\ntarget lacks the moments the fit needs; ADROP_ENUMERIC if it does not converge.'),
    "adrop_technique_count": (c_size_t, (),
        'How many techniques there are.'),
    "adrop_technique_at_sized": (c_int, (c_size_t, POINTER(adrop_technique_info), c_size_t),
        'Technique i: a listing.'),
    "adrop_technique_check": (c_int, (c_void_p, c_char_p, c_void_p, POINTER(c_char_p)),
        'Check a text "name" or "name:key=value,..." as --dropout takes it, and write\nthe full text with every setting spelled out, which lives as long as the context, to\n*resolved, if that is not NULL. index, if not NULL, gets the technique\'s number.\nADROP_ENOENT or ADROP_EINVAL with a message as for adrop_option_set.'),
    "adrop_technique_register": (c_int, (c_void_p, POINTER(adrop_technique_table)),
        "Make a technique known to a context, and to those that the library makes for its own threads.\nAn option `mask` (element or channel) is added to the table's own. ADROP_EEXIST if there is one\nof that name, ADROP_EINVAL if something is missing."),
    "adrop_technique_known_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_technique_info), c_size_t),
        'Technique i as a context knows them: the built-in ones, then those that were registered.'),
    "adrop_technique_conform": (c_int, (c_void_p, c_char_p, POINTER(adrop_conformance), c_void_p),
        "Check a technique, by a text as --dropout takes it, against what it says of itself: built-in or\nregistered, with parameters or without, on vectors and maps. The library's own tests run the same\nsuite over every built-in technique: masks against its mean and variance (a million; false\nalarms: 6e-7 a check) and its distribution (ten million), gradients against differences in\ndouble, float against double, the same bits for the same address, instruction set, number of\nthreads and cut of a batch, phases, tensors out and in. results: (ADROP_CONFORMANCE_CHECKS), n of\nthem filled; what cannot apply is left out. Returns ADROP_OK if it could be checked, passed or\nnot. Takes seconds, 100 MB, and contexts of up to 4 threads of its own."),
    "adrop_site_dense_sized": (None, (POINTER(adrop_site), c_size_t, c_size_t, c_size_t),
        ''),
    "adrop_site_map_sized": (None, (POINTER(adrop_site), c_size_t, c_size_t, c_size_t, c_size_t, c_size_t),
        ''),
    "adrop_dropout_create": (c_int, (c_void_p, c_char_p, POINTER(adrop_site), c_uint64, POINTER(c_void_p)),
        'Make the technique that text chooses, as in "bernoulli:rate=0.2" (`adrop list\ntechniques`). Its initial parameters are drawn from the seed. ADROP_ENOENT for an\nunknown name, ADROP_EINVAL or ADROP_ESHAPE for settings out of range or a site\nthat the technique cannot have. Everything else that is made below cannot fail\nfor want of memory.'),
    "adrop_dropout_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_pass_train_sized": (None, (POINTER(adrop_pass), c_size_t, c_uint64, c_uint32, c_size_t, c_void_p, c_void_p),
        'A pass of each phase with its usual fields set.'),
    "adrop_pass_sample_sized": (None, (POINTER(adrop_pass), c_size_t, c_uint64, c_uint32, c_size_t, c_void_p, c_void_p),
        'A pass of each phase with its usual fields set.'),
    "adrop_pass_mean_sized": (None, (POINTER(adrop_pass), c_size_t, c_size_t, c_void_p, c_void_p),
        'A pass of each phase with its usual fields set.'),
    "adrop_dropout_forward": (c_int, (c_void_p, POINTER(adrop_pass)),
        'ADROP_ESHAPE if rows or shard do not fit the site, ADROP_EINVAL if an array that\nis needed is missing.\n\nA backward belongs to the last forward of its shard, in phase train and of the same pass: the\nsame seed, step, rows, row numbers and array x. Any forward through the shard takes the place of\nthe one before, a backward uses it up (add the dy of two losses first), and so does what changes\nthe layer: finish_step, set_strength, load. Any other backward is ADROP_EINVAL, and nothing is\nwritten.'),
    "adrop_dropout_backward": (c_int, (c_void_p, POINTER(adrop_pass)),
        'ADROP_ESHAPE if rows or shard do not fit the site, ADROP_EINVAL if an array that\nis needed is missing.\n\nA backward belongs to the last forward of its shard, in phase train and of the same pass: the\nsame seed, step, rows, row numbers and array x. Any forward through the shard takes the place of\nthe one before, a backward uses it up (add the dy of two losses first), and so does what changes\nthe layer: finish_step, set_strength, load. Any other backward is ADROP_EINVAL, and nothing is\nwritten.'),
    "adrop_dropout_set_strength": (c_int, (c_void_p, c_double),
        'How much of the technique there is from now on, in [0, 1]; 1 when it is made. For techniques with\na fixed rate the rate is multiplied by it; for the others the mask m becomes 1 + strength (m -\n1), in every phase. 0: y = x, or the plain product. Extra losses are multiplied by it, too. So a\nprogram can have early or late dropout (docs/training.md). It is not kept in a file.\nADROP_EINVAL out of the range, ADROP_ENOMEM.'),
    "adrop_dropout_extra_loss": (c_double, (c_void_p, POINTER(adrop_pass)),
        "The loss the technique adds once a step (0 for most), of the passes since the\nlast call; its gradient is added to the layer's and, where the technique\npenalises the following weights (concrete with a length scale), to pass->dweight\nand dbias. pass may be NULL where weights are not needed; NaN if they are and are\nmissing, or the pass is none."),
    "adrop_dropout_n_params": (c_size_t, (c_void_p,),
        'The learned parameters and their gradients, n of each (0: the technique learns\nnothing). They live as long as the layer.'),
    "adrop_dropout_params": (c_void_p, (c_void_p,),
        'The learned parameters and their gradients, n of each (0: the technique learns\nnothing). They live as long as the layer.'),
    "adrop_dropout_grads": (c_void_p, (c_void_p,),
        'The learned parameters and their gradients, n of each (0: the technique learns\nnothing). They live as long as the layer.'),
    "adrop_dropout_zero_grads": (None, (c_void_p,),
        'The learned parameters and their gradients, n of each (0: the technique learns\nnothing). They live as long as the layer.'),
    "adrop_dropout_finish_step": (None, (c_void_p,),
        'After the optimiser moved the parameters: fold what the passes of this step saw\ninto the running averages, and put parameters back into their range.'),
    "adrop_dropout_replaces_product": (c_int, (c_void_p,),
        '1 if y is (rows, outputs).'),
    "adrop_dropout_moments_sized": (c_int, (c_void_p, c_size_t, c_double, POINTER(adrop_moments), c_size_t),
        "unit in [0, n). pre is the unit's pre-activation, where the distribution depends on it\n(standout). Information dropout answers for its average noise level,\nadvanced dropout with unit=sample for an average row."),
    "adrop_dropout_rate": (c_double, (c_void_p,),
        'The average rate over all units.'),
    "adrop_dropout_density": (None, (c_void_p, c_size_t, c_double, c_double, c_void_p, c_void_p),
        'Density of the continuous part and distribution function (atoms included) of\nthat distribution at m; either pointer may be NULL.'),
    "adrop_dropout_save": (c_int, (c_void_p, c_char_p),
        "Parameters and running averages as a safetensors file, the technique's full text\nin its metadata; replaced whole or not at all. Loading refuses, and changes\nnothing, unless every tensor is there with its shape and finite values; saving refuses values\nthat are not finite."),
    "adrop_dropout_load": (c_int, (c_void_p, c_char_p),
        "Parameters and running averages as a safetensors file, the technique's full text\nin its metadata; replaced whole or not at all. Loading refuses, and changes\nnothing, unless every tensor is there with its shape and finite values; saving refuses values\nthat are not finite."),
    "adrop_summarize_sized": (None, (c_size_t, c_void_p, POINTER(adrop_summary), c_size_t),
        'Of n values; all NaN for n == 0 and where a value is not finite. Sums are of distances\nfrom the first value, so that a small standard deviation about a large mean keeps its digits.'),
    "adrop_t_test_sized": (c_int, (c_void_p, c_int, c_int, c_size_t, c_void_p, c_size_t, c_void_p, c_double, POINTER(adrop_t_result), c_size_t),
        "Student's t tests. level is that of the interval, 0.95 say.\n\nWithout any variance the standard error is 0, t is infinite and the interval is the\ndifference itself; p is 0, or 1 if the difference is on the wrong side. If the means are\nequal too, t is 0 and p is what t = 0 gives elsewhere, 1 two-sided and 1/2 one-sided.\ndf is then that of the smaller group for Welch, n - 1, the least it can be.\n\nADROP_EINVAL for n < 2, paired with nx != ny, a level outside (0, 1), values that are\nnot finite; ADROP_ENUMERIC if the differences overflow."),
    "adrop_t_test_summary_sized": (c_int, (c_void_p, c_int, c_int, POINTER(adrop_summary), POINTER(adrop_summary), c_double, POINTER(adrop_t_result), c_size_t),
        'The same from n, mean and std (n - 1), as published tables have them, which alone are read; not\npaired.'),
    "adrop_hedges_g": (c_int, (c_void_p, c_int, c_size_t, c_void_p, c_size_t, c_void_p, c_void_p),
        "Hedges' g: the difference of means in pooled standard deviations (paired: in standard deviations\nof the differences), times Gamma(f/2) / (sqrt(f/2) Gamma((f-1)/2)), which takes away the bias of\nf = nx + ny - 2 (n - 1) degrees of freedom. Welch and pooled are the same here. Without any\nvariance it is infinite, or 0 if the means are equal. NaN for two pairs: f = 1 has no such\nfactor. Errors as above."),
    "adrop_holm": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p),
        "Holm's step-down adjustment of n p-values: where all with adjusted <= alpha are called\ndifferences, the probability of one false call is at most alpha. NaN (no test) is not\ncounted and stays NaN. adjusted may be p. ADROP_EINVAL for a p outside [0, 1]."),
    "adrop_wilcoxon_sized": (c_int, (c_void_p, c_int, c_size_t, c_void_p, c_void_p, POINTER(adrop_rank_result), c_size_t),
        "Wilcoxon's signed-rank test of n pairs. Differences of zero are dropped, equal ones get\ntheir average rank; statistic is the sum of the ranks of positive differences. Exact up\nto 200 differences, ties included; beyond by the normal distribution, with corrections\nfor ties and continuity. No difference at all: p is 1."),
    "adrop_rank_sum_sized": (c_int, (c_void_p, c_int, c_size_t, c_void_p, c_size_t, c_void_p, POINTER(adrop_rank_result), c_size_t),
        'The rank-sum test of Wilcoxon, Mann and Whitney, for unpaired runs; statistic is U, the\nnumber of pairs (i, j) with x[i] > y[j], ties counted as halves. Exact, given the ties,\nup to 63 runs in both groups (more if one is small: while it takes 1e8 additions at\nmost); beyond by the normal distribution, with corrections for ties and continuity.'),
    "adrop_sign_flip_sized": (c_int, (c_void_p, c_int, c_size_t, c_void_p, c_void_p, c_uint64, POINTER(adrop_rank_result), c_size_t),
        'Sign-flip (permutation) test of the mean of n paired differences, which is statistic.\nExact for n <= 20, by all 2^n signs; otherwise by 100,000 random ones, a pure function\nof the seed, and p = (1 + as extreme) / 100,001. Sums that differ by less than 1e-12 of\nthe sum of |x - y| are equal.'),
    "adrop_effectiveness": (None, (c_size_t, c_void_p, c_void_p, c_double, c_double, c_void_p, c_void_p, c_void_p, c_void_p),
        "------------------------------------------------------------------------\nWhat a technique gains for the time it takes (the paper's ratios). Row i has accuracy\na[i] in percent and t[i] seconds an epoch; a0 and t0 are those without dropout:\n\n    s1 = sigmoid(a - a0) / sigmoid((t - t0) / t0)\n    s2 = ((a - a0) / a0) / ((t - t0) / t0)\n\nand *_norm = (s - min) / (max - min) over the n rows. The run without dropout is not\none of them (s1 = 1 and s2 = 0/0 would take part): leave it out, or give NaN. s2 has no\nmeaning for t <= t0 and is NaN there (and for a0 = 0); s1 has. Rows that are NaN do not count in\nmin and max; if these are equal the norm is NaN. All NaN unless t0 > 0. Any output may be NULL."),
    "adrop_t_cdf": (c_double, (c_double, c_double),
        "------------------------------------------------------------------------\nStudent's t distribution, for df > 0 (not only whole ones; infinite: the normal), and\nthe normal. sf is 1 - cdf without cancellation. Small probabilities keep their digits:\nrelative errors are below 1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1.\nNaN outside."),
    "adrop_t_sf": (c_double, (c_double, c_double),
        "------------------------------------------------------------------------\nStudent's t distribution, for df > 0 (not only whole ones; infinite: the normal), and\nthe normal. sf is 1 - cdf without cancellation. Small probabilities keep their digits:\nrelative errors are below 1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1.\nNaN outside."),
    "adrop_t_quantile": (c_double, (c_double, c_double),
        "------------------------------------------------------------------------\nStudent's t distribution, for df > 0 (not only whole ones; infinite: the normal), and\nthe normal. sf is 1 - cdf without cancellation. Small probabilities keep their digits:\nrelative errors are below 1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1.\nNaN outside."),
    "adrop_normal_cdf": (c_double, (c_double,),
        "------------------------------------------------------------------------\nStudent's t distribution, for df > 0 (not only whole ones; infinite: the normal), and\nthe normal. sf is 1 - cdf without cancellation. Small probabilities keep their digits:\nrelative errors are below 1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1.\nNaN outside."),
    "adrop_normal_quantile": (c_double, (c_double,),
        "------------------------------------------------------------------------\nStudent's t distribution, for df > 0 (not only whole ones; infinite: the normal), and\nthe normal. sf is 1 - cdf without cancellation. Small probabilities keep their digits:\nrelative errors are below 1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1.\nNaN outside."),
    "adrop_confusion": (c_int, (c_void_p, c_size_t, c_size_t, c_void_p, c_void_p, c_void_p),
        'counts (classes, classes): row by the true class, column by the predicted one.'),
    "adrop_class_scores": (None, (c_size_t, c_void_p, c_void_p, c_void_p, c_void_p),
        'Of each class, from those counts: precision TP / (TP + FP), recall TP / (TP + FN), F1 their\nharmonic mean 2 TP / (2 TP + FP + FN). NaN where the divisor is 0. Any output may be NULL.'),
    "adrop_score_sets_sized": (c_int, (c_void_p, c_size_t, c_size_t, c_void_p, c_void_p, c_void_p, POINTER(adrop_set_scores), c_size_t),
        ''),
    "adrop_top_k": (c_int, (c_void_p, c_size_t, c_size_t, c_void_p, c_void_p, c_size_t, c_void_p),
        'The share of rows whose true class is among the k most probable; of equal probabilities the\nclass with the smaller number comes first. k at least the number of classes gives 1.'),
    "adrop_score_probabilities_sized": (c_int, (c_void_p, c_size_t, c_size_t, c_void_p, c_void_p, POINTER(adrop_probability_scores), c_size_t),
        ''),
    "adrop_detect_sized": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_double, POINTER(adrop_detection), c_size_t),
        ''),
    "adrop_detect_compare_sized": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p, c_double, c_size_t, c_uint64, POINTER(adrop_detection_difference), c_size_t),
        ''),
    "adrop_reliability": (c_int, (c_void_p, c_int, c_size_t, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p),
        'Confidences p (n) in [0, 1] and hits (n, 0 or 1) by bins: mean confidence, share of hits and\nrows of each (bins; NaN, NaN, 0 for an empty one), the expected calibration error, which is the\nmean over rows of |share - confidence| of their bin, and the largest such distance. Any output\nmay be NULL.'),
    "adrop_class_calibration": (c_int, (c_void_p, c_int, c_size_t, c_size_t, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p),
        'The calibration error of each class, p[., k] against [truth = k], and their mean. per_class\n(classes) may be NULL.'),
    "adrop_temperature_fit": (c_int, (c_void_p, c_size_t, c_size_t, c_void_p, c_void_p, c_void_p),
        "Temperature scaling (Guo et al. 2017): p' = softmax(log p / T), T in [0.01, 100] with the least\nnegative log-likelihood on calibration rows. log_p (n, classes) may be logits or logarithms of\nprobabilities."),
    "adrop_temperature_apply": (None, (c_size_t, c_size_t, c_void_p, c_double, c_void_p),
        "Temperature scaling (Guo et al. 2017): p' = softmax(log p / T), T in [0.01, 100] with the least\nnegative log-likelihood on calibration rows. log_p (n, classes) may be logits or logarithms of\nprobabilities."),
    "adrop_select_sized": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_void_p, POINTER(adrop_selective), c_size_t),
        'confidence (n), loss (n, at least 0: 1 for a wrong class, say). Rows of equal confidence are\ntaken in random order, on average. risk (n), or NULL: the mean loss of the i + 1 most confident\nrows. aurc is the mean of risk, augrc that of risk[i] (i + 1) / n.'),
    "adrop_score_values_sized": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, POINTER(adrop_value_scores), c_size_t),
        ''),
    "adrop_score_gaussian_sized": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_void_p, POINTER(adrop_gaussian_scores), c_size_t),
        ''),
    "adrop_interval_coverage": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p),
        'The share of y within the central interval of each of m levels, 0.9 say; and the share at most\nthe quantile of each of m levels, which draws a calibration curve.'),
    "adrop_quantile_coverage": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p),
        'The share of y within the central interval of each of m levels, 0.9 say; and the share at most\nthe quantile of each of m levels, which draws a calibration curve.'),
    "adrop_conformal_opts_init_sized": (None, (POINTER(adrop_conformal_opts), c_size_t),
        ''),
    "adrop_conformal_options": (POINTER(adrop_option), (),
        'Its option table (option.h): all but seed, of which any will do.'),
    "adrop_conformal_fit": (c_int, (c_void_p, POINTER(adrop_conformal_opts), c_size_t, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p),
        'The threshold: the ceil((n + 1) level)-th smallest score of n calibration rows; infinite (every\nset is whole) if that is more than n. rows (n) are their numbers, which address the random\nparts; NULL: 0, 1, ...'),
    "adrop_conformal_sets": (c_int, (c_void_p, POINTER(adrop_conformal_opts), c_double, c_size_t, c_size_t, c_void_p, c_void_p, c_void_p),
        'Sets of n rows: member (n, classes) 0 or 1. Of rows that are exchangeable with those of the fit a\nshare of ceil((n_fit + 1) level) / (n_fit + 1) has the truth in its set, on average, if sets may\nbe empty and no two scores are equal: APS and RAPS draw a part of a class, so that they differ;\nthose of LAC are equal where probabilities are. The seed is not that of the fit where rows of the\ntwo have the same numbers.'),
    "adrop_conformal_fit_values": (c_int, (c_void_p, c_double, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p),
        'Values: the same quantile of |y - mean| / std; the interval is mean +- threshold std. std NULL:\n1. Rows with std 0 count as infinitely far off unless y = mean.'),
    "adrop_comm_opts_init_sized": (None, (POINTER(adrop_comm_opts), c_size_t),
        ''),
    "adrop_comm_options": (POINTER(adrop_option), (),
        'Its option table (option.h): comm and timeout. stop and user are no rows.'),
    "adrop_comm_open": (c_int, (c_void_p, POINTER(adrop_comm_opts), POINTER(c_void_p)),
        'Join the job. *out is NULL if there is none, or it has one rank. From now on the models and\ntrainers that are made in ctx share their work among the ranks. One at a time per process.\n\nADROP_EINVAL for an unknown word; ADROP_ENETWORK if the plug-in is not there, cannot be loaded,\nor the ranks cannot be reached.'),
    "adrop_comm_close": (None, (c_void_p, c_int),
        'Leave the job. code: that of the program, 0 if all went well. If a rank does not answer, all\nprocesses of the job end here, with this code. NULL is fine.'),
    "adrop_comm_rank": (c_int, (c_void_p,),
        '0 and 1 for NULL.'),
    "adrop_comm_ranks": (c_int, (c_void_p,),
        '0 and 1 for NULL.'),
    "adrop_comm_library": (c_char_p, (c_void_p,),
        '"Open MPI v4.1.4", ..'),
    "adrop_comm_host": (c_char_p, (c_void_p, c_int),
        'The host of a rank.'),
    "adrop_comm_speaks": (c_int, (c_void_p,),
        'Is it this rank that should tell a person what went wrong, so that it is said once? Rank 0,\nunless it is rank 0 that was lost; 1 for NULL.'),
    "adrop_comm_measure_sized": (c_int, (c_void_p, c_void_p, c_size_t, POINTER(adrop_comm_cost), c_size_t),
        'What the ranks cost each other, measured: the least of several times. All ranks call it.'),
    "adrop_model_opts_init_sized": (None, (POINTER(adrop_model_opts), c_size_t),
        'mlp:800,800 with advanced dropout on 784 inputs and 10 classes, batch 256.'),
    "adrop_model_options": (POINTER(adrop_option), (),
        'Its option table (option.h): all but the texts model and dropout, which must be given, and\nseed, of which any will do.'),
    "adrop_model_create": (c_int, (c_void_p, POINTER(adrop_model_opts), POINTER(c_void_p)),
        'ADROP_ENOENT or ADROP_EINVAL for an unknown model or technique, settings out of range\nor a precision this CPU lacks; ADROP_ESHAPE for inputs too small for the network or a\nwidth that leaves a layer empty; ADROP_ENOMEM, with the number, for what does not fit.'),
    "adrop_model_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_model_plan": (c_int, (c_void_p, c_size_t),
        "Settle operations and memory for calls of that many rows: otherwise the first such\ncall does. ADROP_ESHAPE if rows is 0 or above the options' batch."),
    "adrop_batch_train_sized": (None, (POINTER(adrop_batch), c_size_t, c_uint32, c_size_t, c_void_p, c_void_p),
        'Rows to train on, or to look at, with the members that these need set and the others 0.'),
    "adrop_batch_input_sized": (None, (POINTER(adrop_batch), c_size_t, c_uint32, c_size_t, c_void_p),
        'Rows to train on, or to look at, with the members that these need set and the others 0.'),
    "adrop_model_forward": (c_int, (c_void_p, c_int, POINTER(adrop_batch)),
        'Forward in any phase.'),
    "adrop_model_outputs": (c_void_p, (c_void_p,),
        'What the last forward (or gradients) left: (rows, outputs). Lives until the next. NULL before the\nfirst, and after one that failed.'),
    "adrop_model_loss": (c_int, (c_void_p, POINTER(adrop_batch), c_void_p),
        'The data loss of the outputs of the last forward, of as many rows; it may be infinite or NaN\nwhere outputs are. ADROP_EINVAL if there was none, and names a row whose\nlabel is not a class or whose target is not finite.'),
    "adrop_model_backward_sized": (c_int, (c_void_p, POINTER(adrop_batch), POINTER(adrop_losses), c_size_t),
        'After forward in phase train on the same batch (step, rows, row numbers, x or the values of\nsparse rows): loss and gradients. ADROP_EINVAL if that was not the last pass, or the model was\nchanged since. With shards, only adrop_model_gradients, which goes through them one by one.'),
    "adrop_model_backward_from": (c_int, (c_void_p, POINTER(adrop_batch), c_void_p, c_void_p, c_void_p),
        "The same from a loss of the caller's own, which begins with its gradient dy, (rows,\noutputs): after a forward in phase train on the same batch. The parameters' gradients are\nthose of the caller's loss and of what techniques and penalties add, which *extra is unless\nNULL. dx, (rows, channels, height, width) or NULL, becomes the gradient of the inputs, so\nthat a network may stand inside another. The batch needs no labels and no targets.\nADROP_EINVAL if no such forward came before, if dx is asked of a model whose options do not\nhave input_gradient, or with several shards; ADROP_ENUMERIC if dy is not finite."),
    "adrop_model_gradients_sized": (c_int, (c_void_p, POINTER(adrop_batch), POINTER(adrop_losses), c_size_t),
        'forward, loss and backward, by shards. Gradients are those of data + extra. ADROP_ENUMERIC\nnames a row whose input is not finite, here as in a forward in phase train, unless the options\nhave no_finite_check; and if the loss is not finite, which *losses then has, here as in\nadrop_model_backward.'),
    "adrop_optimizer_name": (c_char_p, (c_size_t,),
        'The optimisers, by number from 0; NULL past the last.'),
    "adrop_optimizer_summary": (c_char_p, (c_size_t,),
        'The optimisers, by number from 0; NULL past the last.'),
    "adrop_model_optimizer": (c_int, (c_void_p, c_char_p),
        'Choose the optimiser: "sgd:momentum=0.9", "adam". Its state starts at zero.'),
    "adrop_rates_init_sized": (None, (POINTER(adrop_rates), c_size_t),
        'lr 0.01, weight decay 5e-4; dropout 1e-4 and none; no clipping.'),
    "adrop_model_step": (c_int, (c_void_p, POINTER(adrop_rates), c_void_p),
        "One optimiser step, then running averages and ranges. *norm, unless NULL, is the\ngradient's norm, which is computed only for clip or norm. ADROP_EINVAL for rates out of\nrange; ADROP_ENUMERIC, and nothing is changed, if a gradient is not finite; its tensor is named.\nWith no_finite_check in the model's options only a norm that is asked for is looked at."),
    "adrop_response_init_sized": (None, (POINTER(adrop_response), c_size_t),
        'lr 0.01, horizon 10, step 0.2, reach 0.1, not ahead, with noise.'),
    "adrop_model_response": (c_int, (c_void_p, POINTER(adrop_batch), POINTER(adrop_batch), POINTER(adrop_response), c_void_p),
        "The parameters of `advanced-cross` (`adrop list techniques`) do not follow the gradient of the\nloss, for at fixed weights noise only costs. They follow the loss on other training rows after a\nstep on these ones. In a program's own loop, every eighth step or so:\n\n    adrop_model_response(m, &b, &other, &opts, NULL);        // before those of the step itself\n    adrop_model_gradients(m, &b, &loss);\n    adrop_model_step(m, &r, NULL);\n\nb is the batch of the step, other one of other rows with the same number of the step; its noise\nhas an address of its own. Three passes; the weights, running averages and the optimiser's state\nstay as they are. The gradients are spoilt, but for those of the parameters that moved, which are\nthe response's. r_drop of the batches is left out.\n\nNothing moves, and *moved (unless NULL) is 0, in a network without such a technique, at strength\n0, with fewer than 8 rows in either batch, before the first step of adam, and where a loss or a\ngradient is not finite. ADROP_EINVAL if no optimiser was chosen or a setting is out of range, and\nwhat adrop_model_gradients returns; the weights are as before."),
    "adrop_model_n_tensors": (c_size_t, (c_void_p,),
        ''),
    "adrop_model_tensor_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_tensor_info), c_size_t),
        'Tensor i: a listing.'),
    "adrop_model_get": (c_int, (c_void_p, c_size_t, c_void_p),
        "Copy values or gradients out, or values in, (n), PyTorch's layout. ADROP_EINVAL for a\ntensor that is not there, and for the gradients of buffers, which have none. ADROP_ENUMERIC if a\nnew value is not finite."),
    "adrop_model_get_gradient": (c_int, (c_void_p, c_size_t, c_void_p),
        "Copy values or gradients out, or values in, (n), PyTorch's layout. ADROP_EINVAL for a\ntensor that is not there, and for the gradients of buffers, which have none. ADROP_ENUMERIC if a\nnew value is not finite."),
    "adrop_model_set": (c_int, (c_void_p, c_size_t, c_void_p),
        "Copy values or gradients out, or values in, (n), PyTorch's layout. ADROP_EINVAL for a\ntensor that is not there, and for the gradients of buffers, which have none. ADROP_ENUMERIC if a\nnew value is not finite."),
    "adrop_model_view_sized": (c_int, (c_void_p, c_char_p, POINTER(adrop_tensor_view), c_size_t),
        "The view of the tensor of that name. Its pointer lives as long as the model; its values are the\nmodel's at every time, and change with them, during a step or while a file is taken over.\nADROP_ENOENT if no tensor has the name; ADROP_EINVAL for the weights of convolutions and of\nlayers that read sparse rows, which have another layout: adrop_model_get copies them. *view is\nall zero after a failure."),
    "adrop_model_save": (c_int, (c_void_p, c_char_p),
        'The model as a safetensors file: its tensors, with checksums, and in the metadata what it is\n(model and dropout texts, where dropout sits, shape, outputs, loss, schema), so that it can be\nmade from the file alone. No date, path, host or number of threads is in it: equal models are\nequal files. What is written can be opened: ADROP_ENUMERIC, naming the tensor, and the old file\nstays, if a value is not finite.'),
    "adrop_model_write": (c_int, (c_void_p, POINTER(c_void_p), c_void_p),
        'The bytes of that file; *bytes is freed with adrop_free.'),
    "adrop_model_load": (c_int, (c_void_p, c_char_p),
        'Take the values of a file, or of a checkpoint, into a model that was made alike. Refuses, and\nchanges nothing, unless every tensor is there with its shape and finite values. A model without\ndropout ("none") also takes what was trained with a technique that is the identity in phase mean:\nthe technique\'s own tensors are left out, which is logged; others are ADROP_EINVAL. Files of\nolder versions, without metadata, are fine.'),
    "adrop_model_file_opts_init_sized": (None, (POINTER(adrop_model_file_opts), c_size_t),
        ''),
    "adrop_model_file_options": (POINTER(adrop_option), (),
        'Its option table (option.h): batch and precision. dropout is a text, or NULL.'),
    "adrop_model_open_file": (c_int, (c_void_p, c_char_p, POINTER(adrop_model_file_opts), POINTER(c_void_p)),
        'Make the model that a file, a checkpoint or a buffer with the bytes of one holds. opts may be\nNULL: the defaults. ADROP_EIO if the file cannot be read; ADROP_EFORMAT, with file, field and\nreason, if anything in it is not as it should be (it is not trusted: the network it asks for is\ncompared with the tensors it has before memory is taken), or if it does not say which model it\nholds. *out is NULL after a failure.'),
    "adrop_model_read": (c_int, (c_void_p, c_void_p, c_size_t, POINTER(adrop_model_file_opts), POINTER(c_void_p)),
        'Make the model that a file, a checkpoint or a buffer with the bytes of one holds. opts may be\nNULL: the defaults. ADROP_EIO if the file cannot be read; ADROP_EFORMAT, with file, field and\nreason, if anything in it is not as it should be (it is not trusted: the network it asks for is\ncompared with the tensors it has before memory is taken), or if it does not say which model it\nholds. *out is NULL after a failure.'),
    "adrop_model_schema": (c_char_p, (c_void_p,),
        "What raw rows and outputs mean: shape, transforms, names of classes and columns, the target's\nunits, as JSON. A trainer sets it from its data, a file carries it, a predictor\n(adrop/predict.h) reads it. NULL: not said. The text lives until it is set again."),
    "adrop_model_set_schema": (c_int, (c_void_p, c_char_p),
        "What raw rows and outputs mean: shape, transforms, names of classes and columns, the target's\nunits, as JSON. A trainer sets it from its data, a file carries it, a predictor\n(adrop/predict.h) reads it. NULL: not said. The text lives until it is set again."),
    "adrop_model_network": (c_int, (c_void_p, POINTER(c_char_p)),
        'The network as a text, "net:conv out=64 ..; ..", that makes the same network again: the same\ntensors, initial weights and noise (docs/networks.md has its grammar). *text is freed with\nadrop_free.'),
    "adrop_model_describe_sized": (None, (c_void_p, POINTER(adrop_model_info), c_size_t),
        ''),
    "adrop_model_layer_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_layer_info), c_size_t),
        ''),
    "adrop_model_clock": (c_int, (c_void_p, c_int),
        'Start or stop the clock that adds up the times of layers; starting sets them to 0.'),
    "adrop_model_dropout_name": (c_char_p, (c_void_p, c_size_t),
        "The techniques in the network, by number: the distribution of a unit's mask and the mean rate,\nas in adrop/dropout.h."),
    "adrop_model_dropout_rate": (c_double, (c_void_p, c_size_t),
        "The techniques in the network, by number: the distribution of a unit's mask and the mean rate,\nas in adrop/dropout.h."),
    "adrop_model_dropout_extra": (c_double, (c_void_p, c_size_t),
        "What technique i added to the loss at the last adrop_model_gradients, adrop_model_backward or\nadrop_model_backward_from (adrop_losses: extra is their sum, with R-Drop's); 0 before the first.\nNaN: there is no such technique."),
    "adrop_model_dropout_moments_sized": (c_int, (c_void_p, c_size_t, c_size_t, POINTER(adrop_moments), c_size_t),
        "What technique i added to the loss at the last adrop_model_gradients, adrop_model_backward or\nadrop_model_backward_from (adrop_losses: extra is their sum, with R-Drop's); 0 before the first.\nNaN: there is no such technique."),
    "adrop_model_dropout_average_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_moments), c_size_t),
        'The same numbers, each averaged over the units: what an epoch line says.'),
    "adrop_model_dropout_density": (c_int, (c_void_p, c_size_t, c_size_t, c_void_p),
        'The masks of technique i where more of them is learned than mu and sigma, as with map=spline:\ndensity[k], the share of mass in [k / n, (k + 1) / n] times n, averaged over the units. 0: there\nis no such technique, or no more is learned.'),
    "adrop_model_set_dropout_strength": (c_int, (c_void_p, c_double),
        "How much of their technique the dropout layers have from now on, in [0, 1], as\nadrop_dropout_set_strength says. A model's file keeps it. ADROP_EINVAL, ADROP_ENOMEM."),
    "adrop_model_dropout_strength": (c_double, (c_void_p,),
        "How much of their technique the dropout layers have from now on, in [0, 1], as\nadrop_dropout_set_strength says. A model's file keeps it. ADROP_EINVAL, ADROP_ENOMEM."),
    "adrop_peak_gflops": (c_int, (c_void_p, c_size_t, c_void_p),
        "What a step is measured by: GFLOP a second of float matrix products on the context's\nthreads, the best of so many rounds over 256 x 800 x 800 and 1024^3."),
    "adrop_architecture_count": (c_size_t, (),
        ''),
    "adrop_architecture_at_sized": (c_int, (c_size_t, POINTER(adrop_architecture_info), c_size_t),
        ''),
    "adrop_graph_create": (c_int, (c_void_p, POINTER(c_void_p)),
        'A graph without layers. *out is NULL after a failure, here as in all calls that make one.'),
    "adrop_graph_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_graph_add": (c_int, (c_void_p, c_char_p, c_char_p, c_char_p),
        'Add a layer: its kind and settings, "conv 16 3 pad=1" or "conv out=16 kernel=3 pad=1". name is\nthat of its tensors ("a.weight") and what later layers call it; NULL: it is called by its kind\nand number. from names the earlier layers that it reads, "a, b"; "input" is the network\'s input;\nNULL: it reads the layer before it. "maps channels-last", before the first layer, is no layer but\nthe order in which maps lie in memory. The texts are copied. ADROP_ENOENT or ADROP_EINVAL, and\nthe graph is as it was, for a kind, a setting or an input that is not there, with the nearest\nthat is.'),
    "adrop_graph_read": (c_int, (c_void_p, c_char_p, POINTER(c_void_p)),
        'The layers of "net:..", or of a YAML file by its name, "net.yaml". ADROP_EFORMAT names file,\nline, layer and reason; ADROP_EIO if the file cannot be read.'),
    "adrop_graph_of": (c_int, (c_void_p, POINTER(adrop_model_opts), POINTER(c_void_p)),
        'The layers of any model: opts->model may be a built-in architecture, "vgg16:width=0.5". Of the\noptions model, dropout, dropout_at, the input\'s shape and outputs are read. A model that is made\nfrom the graph with the same options is the same, bit for bit; the graph suits inputs and\noutputs of other sizes, too. Layers whose technique is the one of the options are a `dropout`\nwithout a technique.'),
    "adrop_graph_count": (c_size_t, (c_void_p,),
        'Layers, without the input.'),
    "adrop_graph_layer_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_graph_layer_info), c_size_t),
        'Layer i, from 1 to count: a listing. The text lives as long as the graph.'),
    "adrop_graph_text": (c_int, (c_void_p, POINTER(c_char_p)),
        'The graph as a text for adrop_model_opts.model, "net:..", and as a YAML file. Freed with\nadrop_free.'),
    "adrop_graph_yaml": (c_int, (c_void_p, POINTER(c_char_p)),
        'The graph as a text for adrop_model_opts.model, "net:..", and as a YAML file. Freed with\nadrop_free.'),
    "adrop_text_options": (POINTER(adrop_option), (),
        'Its option table (option.h): every member is a row.'),
    "adrop_split_opts_init_sized": (None, (POINTER(adrop_split_opts), c_size_t),
        ''),
    "adrop_split_options": (POINTER(adrop_option), (),
        'The option table of adrop_split_opts (option.h).'),
    "adrop_arrays_init_sized": (None, (POINTER(adrop_arrays), c_size_t),
        ''),
    "adrop_data_from_arrays": (c_int, (c_void_p, POINTER(adrop_arrays), POINTER(adrop_split_opts), POINTER(c_void_p)),
        'A data set of rows in memory; how may be NULL for the defaults. ADROP_EINVAL for arrays that are\nmissing or do not agree, values that are not finite, labels out of range, settings that do not\nfit, and for an empty training part; *out is NULL after a failure.\n\nWhat the arrays hold is summed (adrop_data_file_at: one entry with the name, XXH3_64bits): by\nthat a run knows its rows again, as it knows files.'),
    "adrop_data_view": (c_int, (c_void_p, c_void_p, POINTER(adrop_split_opts), POINTER(c_void_p)),
        'The same rows, split and scaled in another way; they are shared, not copied. Parts that came with\nthe rows stay. What was fitted for a model that was read stays, too. How may be NULL for the\ndefaults; adrop_data_split has what base was split by. A view and its base are freed in any\norder, and by any thread if their allocators allow it.'),
    "adrop_data_split_sized": (None, (c_void_p, POINTER(adrop_split_opts), c_size_t),
        'How a data set was split and scaled.'),
    "adrop_data_free": (None, (c_void_p,),
        'NULL is fine. Batches must have been freed before.'),
    "adrop_data_describe_sized": (None, (c_void_p, POINTER(adrop_data_info), c_size_t),
        'The texts live as long as the data.'),
    "adrop_data_rows": (c_void_p, (c_void_p, c_int, c_void_p),
        'The rows of a part in ascending order, n of them; NULL and 0 for what is no part.'),
    "adrop_data_class_name": (c_char_p, (c_void_p, c_size_t),
        '"cat"; a table\'s column, "" where it has no header. NULL beyond the last.'),
    "adrop_data_column_name": (c_char_p, (c_void_p, c_size_t),
        '"cat"; a table\'s column, "" where it has no header. NULL beyond the last.'),
    "adrop_data_column_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_data_column), c_size_t),
        'The columns of a table as its file has them, inputs or not: a listing, 0 beyond the last.'),
    "adrop_data_row_name": (c_char_p, (c_void_p, c_size_t),
        'What a row is called: its value in the column `id` of a table; the name of its file where images\nwere opened to be predicted (adrop_run_open_inputs); NULL where rows have numbers alone.'),
    "adrop_data_row_line": (c_size_t, (c_void_p, c_size_t),
        'The line of a text file that a row stands on, from 1 on; known where a table was opened to be\npredicted. 0: not known.'),
    "adrop_data_label": (c_int32, (c_void_p, c_size_t),
        "One row. The label is -1 for regression (and for a class that is unknown to\na run: adrop_run_open_inputs), the target NaN for classification and in the target's\nown units otherwise; -1 and NaN beyond the last row."),
    "adrop_data_target": (c_double, (c_void_p, c_size_t),
        "One row. The label is -1 for regression (and for a class that is unknown to\na run: adrop_run_open_inputs), the target NaN for classification and in the target's\nown units otherwise; -1 and NaN beyond the last row."),
    "adrop_data_target_at": (c_double, (c_void_p, c_size_t, c_size_t),
        'The same for one of several targets, from 0 on; NaN beyond the last.'),
    "adrop_data_target_name": (c_char_p, (c_void_p, c_size_t),
        'What a target is called, or the only one, or what classes are of; NULL where it has no name.'),
    "adrop_data_has_class": (c_int, (c_void_p, c_size_t, c_size_t),
        'Does a row have the class? 0 beyond the last row or class. Of a row that may have several,\nadrop_data_label is the first it has, or 0.'),
    "adrop_data_row": (c_int, (c_void_p, c_void_p, c_size_t, c_void_p),
        "x (channels, height, width), scaled, without augmentation. ADROP_EINVAL for a row\nthat is not there; ADROP_EFORMAT or ADROP_EIO if it has to be decoded and cannot. ctx is the\ncalling thread's."),
    "adrop_data_pixels": (c_int, (c_void_p, c_void_p, c_size_t, c_void_p),
        "The row's bytes as they are, (channels, height, width); ADROP_EINVAL if rows are\nnot bytes."),
    "adrop_data_moments": (None, (c_void_p, c_size_t, c_void_p, c_void_p),
        'The mean and standard deviation of a channel or column over the training rows, in units of\nthe scaled input before it was standardised (pixels: p / top); NaN unless the\ninput scale is standard, and beyond the last channel.'),
    "adrop_batches_opts_init_sized": (None, (POINTER(adrop_batches_opts), c_size_t),
        ''),
    "adrop_batches_options": (POINTER(adrop_option), (),
        'Its option table (option.h): all but seed, of which any will do, and the flags of augment.'),
    "adrop_batches_create": (c_int, (c_void_p, c_void_p, POINTER(adrop_batches_opts), POINTER(c_void_p)),
        "opts may be NULL for the defaults. ctx is the calling thread's: it gets messages and gives\nmemory, also to later calls, and must outlive the batches. ADROP_EINVAL for an empty part,\naugmentation of what is no image, or settings out of range. Batches depend on the seed, the epoch\nand the part alone: not on workers, not on ahead. With workers, images that are decoded when\nneeded take memory from the context's allocator in several threads at once."),
    "adrop_batches_free": (None, (c_void_p,),
        'Ends the workers. NULL is fine.'),
    "adrop_batches_count": (c_size_t, (c_void_p,),
        'Batches of an epoch.'),
    "adrop_batches_begin": (c_int, (c_void_p, c_uint32, c_size_t),
        'Start an epoch at one of its batches: 0, or where a run was interrupted.'),
    "adrop_batches_next_sized": (c_int, (c_void_p, POINTER(adrop_data_batch), c_size_t),
        'The next batch of the epoch. A file that cannot be decoded is a status here.'),
    "adrop_batches_peek_sized": (c_int, (c_void_p, POINTER(adrop_data_batch), c_size_t),
        'The batch that adrop_batches_next will give next, while the last one it gave stays as it is; at\nthe end of an epoch its first batch again. It is prepared once, but for that. ADROP_EINVAL unless\nthe options have peeks.'),
    "adrop_trainer_opts_init_sized": (None, (POINTER(adrop_trainer_opts), c_size_t),
        ''),
    "adrop_trainer_options": (POINTER(adrop_option), (),
        ''),
    "adrop_trainer_create": (c_int, (c_void_p, c_void_p, POINTER(adrop_model_opts), POINTER(adrop_trainer_opts), POINTER(c_void_p)),
        "Make a trainer with a model of its own. Of the model's options model, dropout, dropout_at,\nshards, precision and direct count; shape, outputs, loss, batch, n_train and seed are those of\nthe data and of opts. opts may be NULL: the defaults. The data must outlive the trainer and may\nbe shared with others, in other contexts too: they are only read.\n\nADROP_EINVAL for settings that do not go together or do not fit the data, ADROP_ENOMEM, with\nwhat is needed and what there is, for what cannot fit, and what adrop_model_create returns.\n*out is NULL after a failure."),
    "adrop_trainer_create_on": (c_int, (c_void_p, c_void_p, c_void_p, POINTER(adrop_trainer_opts), POINTER(c_void_p)),
        "The same with a model that exists, starting from its weights. It is borrowed: it must outlive\nthe trainer and be of the same context; its optimiser, its schema and no_finite_check are set\nanew. The batch is at most the model's. ADROP_ESHAPE if its inputs or outputs are not those of\nthe data."),
    "adrop_trainer_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_trainer_model": (c_void_p, (c_void_p,),
        ''),
    "adrop_trainer_data": (c_void_p, (c_void_p,),
        ''),
    "adrop_trainer_hooks_init_sized": (None, (POINTER(adrop_trainer_hooks), c_size_t),
        ''),
    "adrop_trainer_watch": (c_int, (c_void_p, POINTER(adrop_trainer_hooks)),
        'From now on; NULL: none.'),
    "adrop_trainer_step_sized": (c_int, (c_void_p, POINTER(adrop_step), c_size_t),
        'One step of the optimiser on the next batch. After the last step of an epoch the next one\nbegins, without evaluation, unless adrop_trainer_epoch came between.\n\nADROP_ENUMERIC if the loss or an input is not finite (the message names the step, and the layer\nor the row): the weights are those before the step. ADROP_EINVAL if all epochs are done.'),
    "adrop_trainer_epoch_sized": (c_int, (c_void_p, POINTER(adrop_epoch), c_size_t),
        "The steps that are left of the epoch, and its evaluation on validation and test rows.\nADROP_EINTR if stop said so before its end: what was done stays, and the next call continues.\n\nWith keep_best the last call gives the model the best epoch's weights; the last epoch's are\nkept, and saved, for a training that continues with more epochs."),
    "adrop_trainer_run": (c_int, (c_void_p,),
        'All that is left. ADROP_EINTR as above.'),
    "adrop_trainer_is_done": (c_int, (c_void_p,),
        '1 when all epochs are done, or patience has run out.'),
    "adrop_trainer_evaluate_sized": (c_int, (c_void_p, c_int, POINTER(adrop_score), c_size_t),
        ''),
    "adrop_trainer_describe_sized": (None, (c_void_p, POINTER(adrop_trainer_info), c_size_t),
        ''),
    "adrop_trainer_save": (c_int, (c_void_p, c_char_p),
        "Everything that is needed to resume with the same bits, in one file, which is replaced whole or\nnot at all: weights, the optimiser's state, where training stands, the settings. It can be\nopened as a model, too (adrop/model.h, adrop/predict.h). ADROP_EDISK when the disk is full."),
    "adrop_trainer_resume": (c_int, (c_void_p, c_char_p),
        'Resume from a checkpoint, in a trainer that was made alike. ADROP_EFORMAT for a file that is no\ncheckpoint, is damaged, or is of another model; ADROP_EINVAL, naming the setting, if one that\nchanges what is computed differs (epochs, patience and workers may). Nothing is changed then.'),
    "adrop_units_create": (c_int, (c_void_p, POINTER(c_void_p)),
        "The units of a model's network. They are for that model, and to be freed before it."),
    "adrop_units_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_units_count": (c_size_t, (c_void_p,),
        ''),
    "adrop_unit_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_unit), c_size_t),
        'Unit i: a listing, by layer, then by channel.'),
    "adrop_model_compact": (c_int, (c_void_p, c_void_p, c_uint, c_void_p, POINTER(c_void_p)),
        "A network without the units whose byte of keep is 0, with the values of what stays. It computes\nwhat the whole network computes after adrop_model_clear_units, but for the rounding of sums. It\nis an ordinary model: its text (adrop_model_network) says its layers, and it can be saved,\ntrained, and compacted again. ADROP_EINVAL, with the layer's name, if one would have no units\nleft."),
    "adrop_model_clear_units": (c_int, (c_void_p, c_void_p, c_uint, c_void_p),
        "Set to zero what belongs to the units that go: their incoming and outgoing weights, biases, scale\nand shift of batch norms, and the techniques' parameters. The network keeps its size."),
    "adrop_model_keep_zeros": (c_int, (c_void_p, c_void_p),
        'From now on weights of dense layers and convolutions that are zero stay zero in every\nadrop_model_step: their gradients are set to zero, so that momentum and decay leave them alone.\n*zeros, unless NULL, is how many. To be called before the first step of an optimiser; a call\nlooks at the weights anew.'),
    "adrop_model_sparse_weights": (c_int, (c_void_p, c_int, c_void_p),
        'Do so in phases mean and sample from now on, until weights are set, loaded or trained: then all\nis as before. *layers, unless NULL, is how many dense layers are concerned. A new model does not;\npredictors that are opened (adrop/predict.h) and runs (adrop/train.h) do, by auto, unless told.\nIn bf16 no layer does.'),
    "adrop_criterion_at_sized": (c_int, (c_size_t, POINTER(adrop_criterion_info), c_size_t),
        'Criterion i: a listing.'),
    "adrop_choose_opts_init_sized": (None, (POINTER(adrop_choose_opts), c_size_t),
        ''),
    "adrop_choose_options": (POINTER(adrop_option), (),
        'Its option table (option.h): all but criterion, which must be given, and data.'),
    "adrop_units_choose": (c_int, (c_void_p, c_void_p, POINTER(adrop_choose_opts), c_uint, c_void_p, c_void_p),
        "Which units stay: keep, one byte per unit, is 0 for round(rate / 100 * units) of them, or as many\nof each layer. The last unit of a layer always stays. *removed, unless NULL, is how many go.\nADROP_ENOENT for an unknown criterion, ADROP_EINVAL if it cannot rank this model's units."),
    "adrop_weights_choose": (c_int, (c_void_p, POINTER(adrop_choose_opts), c_void_p),
        'The same for single weights of dense layers and convolutions that are not zero: those that go\nare set to zero.'),
    "adrop_predictor_opts_init_sized": (None, (POINTER(adrop_predictor_opts), c_size_t),
        ''),
    "adrop_predictor_options": (POINTER(adrop_option), (),
        'Its option table (option.h): all but dropout, which is a text, or NULL.'),
    "adrop_predictor_open": (c_int, (c_void_p, c_char_p, POINTER(adrop_predictor_opts), POINTER(c_void_p)),
        'From a run directory (its model or, if it is not done, its newest checkpoint that verifies) or\nfrom a file; from a buffer with the bytes of one. opts may be NULL: the defaults. ADROP_EIO for\nwhat cannot be read, ADROP_EFORMAT, with file, field and reason, for what is not as it should be.\n*out is NULL after a failure.'),
    "adrop_predictor_read": (c_int, (c_void_p, c_void_p, c_size_t, POINTER(adrop_predictor_opts), POINTER(c_void_p)),
        'From a run directory (its model or, if it is not done, its newest checkpoint that verifies) or\nfrom a file; from a buffer with the bytes of one. opts may be NULL: the defaults. ADROP_EIO for\nwhat cannot be read, ADROP_EFORMAT, with file, field and reason, for what is not as it should be.\n*out is NULL after a failure.'),
    "adrop_predictor_create": (c_int, (c_void_p, c_void_p, POINTER(c_void_p)),
        "From a model in memory, which is borrowed and must outlive the predictor. What raw rows mean is\nits schema (adrop_model_schema); without one rows are the network's inputs and values its\noutputs."),
    "adrop_predictor_share": (c_int, (c_void_p, c_void_p, POINTER(c_void_p)),
        "Another predictor that reads the same weights, for another thread with a context of its own.\np must not be in use during the call; afterwards the two have nothing in common that is written,\nand are freed in any order, by any thread if the allocator of p's context allows it. A model that\nwas borrowed must not be trained meanwhile. ADROP_EINVAL if the contexts have different numbers\nof threads and the network's layout depends on them."),
    "adrop_predictor_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_predictor_describe_sized": (None, (c_void_p, POINTER(adrop_predictor_info), c_size_t),
        ''),
    "adrop_predictor_class_name": (c_char_p, (c_void_p, c_size_t),
        'NULL beyond the last, and where there are no names.'),
    "adrop_predictor_column_name": (c_char_p, (c_void_p, c_size_t),
        'NULL beyond the last, and where there are no names.'),
    "adrop_predictor_target_name": (c_char_p, (c_void_p, c_size_t),
        'NULL beyond the last, and where there are no names.'),
    "adrop_predictor_word": (c_char_p, (c_void_p, c_size_t, c_size_t),
        'The words that raw values of a column number; NULL beyond the last, and of columns of numbers.'),
    "adrop_predictor_model": (c_void_p, (c_void_p,),
        ''),
    "adrop_predictor_terms": (c_int, (c_void_p, c_size_t, POINTER(c_char_p), c_void_p),
        'Of a model of documents, the n terms that speak most for each output, the strongest first: terms\n(outputs, n), which live as long as the predictor, NULL where there are fewer, and their weights\n(outputs, n). Those are of the layer that reads the terms; of a network with hidden layers, of\nall paths through them as if every unit were on. ADROP_EINVAL for a model of other rows, for\nfeatures that keep no terms (hash:B), and for a network that is no chain of dense layers.'),
    "adrop_predictor_predict": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p),
        "Predictions of n raw rows (n, channels, height, width): mean (n, outputs), probabilities of the\nclasses or values in the target's units, and std (n, outputs), their standard deviations over\n`samples` noisy passes; samples 0, or a model without a random layer: one pass without noise,\nand zeros. std may be NULL.\nrow_numbers (n) address the noise; NULL: 0, 1, ...\n\nADROP_ENUMERIC, naming the row, for an input or an output that is not finite. Inputs are looked\nat before anything is written; after a failure on the way (an output, memory) mean and std hold\nNaN. Bytes are for models of pixels: ADROP_EINVAL otherwise. Floats with the values of bytes give\nthe same bits."),
    "adrop_predictor_predict_bytes": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p),
        "Predictions of n raw rows (n, channels, height, width): mean (n, outputs), probabilities of the\nclasses or values in the target's units, and std (n, outputs), their standard deviations over\n`samples` noisy passes; samples 0, or a model without a random layer: one pass without noise,\nand zeros. std may be NULL.\nrow_numbers (n) address the noise; NULL: 0, 1, ...\n\nADROP_ENUMERIC, naming the row, for an input or an output that is not finite. Inputs are looked\nat before anything is written; after a failure on the way (an output, memory) mean and std hold\nNaN. Bytes are for models of pixels: ADROP_EINVAL otherwise. Floats with the values of bytes give\nthe same bits."),
    "adrop_sample_opts_init_sized": (None, (POINTER(adrop_sample_opts), c_size_t),
        ''),
    "adrop_sample_options": (POINTER(adrop_option), (),
        'Its option table (option.h): every member is a row.'),
    "adrop_predictor_sample": (c_int, (c_void_p, POINTER(adrop_sample_opts), c_size_t, c_void_p, c_void_p, POINTER(adrop_sampled)),
        'adrop_predictor_predict with these measures. ADROP_EINVAL for samples of a model that has no\nrandom layer.'),
    "adrop_predictor_draw": (c_int, (c_void_p, POINTER(adrop_sample_opts), c_size_t, c_void_p, c_void_p, POINTER(adrop_draws), c_void_p),
        'The passes of adrop_predictor_predict with as many samples: same noise, same bits; the mean it\ngives is m_S of m_k = m_(k - 1) + (draw_k - m_(k - 1)) / k, from 0. opts as for\nadrop_predictor_sample, but for by_moments, which has no passes; NULL: the defaults.\n\n*passes (may be NULL) is S: opts->samples; 1 without samples or without a random layer; at\nmost the members of a technique whose masks are fixed. Draws are packed for that S.\n\nADROP_EINVAL, besides, for draws and quantiles that are both NULL, and for an at[i] out of range.\nADROP_ENUMERIC as adrop_predictor_predict; after a failure on the way the arrays hold NaN.'),
    "adrop_raw_rows_init_sized": (None, (POINTER(adrop_raw_rows), c_size_t),
        ''),
    "adrop_predictor_predict_rows": (c_int, (c_void_p, POINTER(adrop_raw_rows), c_size_t, c_void_p, c_void_p),
        'adrop_predictor_predict, _sample and _draw of such rows. ADROP_EINVAL, besides, naming row and\nfield, for rows that are not as they should be, and for a form that the model does not read.'),
    "adrop_predictor_sample_rows": (c_int, (c_void_p, POINTER(adrop_sample_opts), POINTER(adrop_raw_rows), POINTER(adrop_sampled)),
        'adrop_predictor_predict, _sample and _draw of such rows. ADROP_EINVAL, besides, naming row and\nfield, for rows that are not as they should be, and for a form that the model does not read.'),
    "adrop_predictor_draw_rows": (c_int, (c_void_p, POINTER(adrop_sample_opts), POINTER(adrop_raw_rows), POINTER(adrop_draws), c_void_p),
        'adrop_predictor_predict, _sample and _draw of such rows. ADROP_EINVAL, besides, naming row and\nfield, for rows that are not as they should be, and for a form that the model does not read.'),
    "adrop_export_opts_init_sized": (None, (POINTER(adrop_export_opts), c_size_t),
        ''),
    "adrop_export_options": (POINTER(adrop_option), (),
        'Its option table (option.h): format and samples.'),
    "adrop_model_export": (c_int, (c_void_p, POINTER(adrop_export_opts), c_char_p),
        'Write the file, whole or not at all. opts may be NULL: the defaults. Memory is that of the\nlargest tensor. ADROP_EINVAL, with what can be exported, for passes of a technique that has no\nform in a graph or of a network without noise; ADROP_ENUMERIC, naming the tensor, for weights\nthat are not finite; ADROP_EDISK for a file that cannot be written.'),
    "adrop_model_import": (c_int, (c_void_p, c_char_p, POINTER(adrop_model_file_opts), POINTER(c_void_p)),
        'The model of an ONNX file, freed with adrop_model_free; opts may be NULL. A file that\nadrop_model_export wrote gives the model back, to the bit. Any other becomes a network of layers\nwith its weights, without a schema: `adrop_model_network` gives its text. ADROP_EFORMAT for a\nfile that is broken; ADROP_EINVAL, naming them, for nodes that no layer computes.'),
    "adrop_calibration_open": (c_int, (c_void_p, c_char_p, c_void_p, c_size_t, POINTER(c_void_p)),
        'Of the run in a folder, for predictions of this model by so many samples. ADROP_EINVAL, with what\nto do, if the run was not calibrated, if it was with another number of passes, or if its model\nhas changed since; ADROP_EFORMAT, with file, field and reason, for a file that is damaged.'),
    "adrop_calibration_free": (None, (c_void_p,),
        'Of the run in a folder, for predictions of this model by so many samples. ADROP_EINVAL, with what\nto do, if the run was not calibrated, if it was with another number of passes, or if its model\nhas changed since; ADROP_EFORMAT, with file, field and reason, for a file that is damaged.'),
    "adrop_calibration_describe_sized": (None, (c_void_p, POINTER(adrop_calibration_info), c_size_t),
        ''),
    "adrop_calibration_sets": (c_int, (c_void_p, c_int, c_double, c_size_t, c_void_p, c_void_p, c_void_p),
        'Sets of n rows with probabilities p (n, classes): member (n, classes) 0 or 1; level in (0, 1).\nrows (n) address the random parts of APS and RAPS; NULL: 0, 1, ... With fewer calibration rows\nthan the level needs every set is whole. ADROP_EINVAL for values.'),
    "adrop_calibration_sets_with": (c_int, (c_void_p, POINTER(adrop_conformal_opts), c_size_t, c_void_p, c_void_p, c_void_p),
        "The same by options: kind, level and whether sets may be empty (adrop_conformal_opts; NULL: the\ndefaults). Penalty and number of free classes are those of the calibration, the defaults:\nADROP_EINVAL for others. The seed is the calibration's own."),
    "adrop_calibration_intervals": (c_int, (c_void_p, c_double, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p),
        'Intervals of n values: mean +- a multiple of the standard deviation, that of passes and of the\nnoise together; infinite with fewer calibration rows than the level needs. ADROP_EINVAL for\nclasses.'),
    "adrop_calibration_threshold": (c_int, (c_void_p, c_double, c_void_p),
        'What sets and intervals of a level are made with, for programs that make them elsewhere\n(adrop_export_opts): the largest score of LAC, 1 - probability, or the multiple of the standard\ndeviation. Infinite with fewer calibration rows than the level needs. ADROP_EINVAL for a level\nthat is not between 0 and 1.'),
    "adrop_data_opts_init_sized": (None, (POINTER(adrop_data_opts), c_size_t),
        ''),
    "adrop_data_opts_split_sized": (None, (POINTER(adrop_data_opts), POINTER(adrop_split_opts), c_size_t),
        'What they say of splitting and scaling: a view with it (rows.h) of a data set that was opened\nwith options that otherwise are the same (but for `split` of uci sets) is what opening gives.'),
    "adrop_data_options": (POINTER(adrop_option), (),
        'The option table of adrop_data_opts (option.h), for command lines and files.'),
    "adrop_data_open": (c_int, (c_void_p, POINTER(adrop_data_opts), POINTER(c_void_p)),
        'Read a data set. ADROP_ENOENT for a name that is unknown, or known but not found\nwhere it is looked for; ADROP_EIO for files that cannot be read; ADROP_EFORMAT for\nfiles that are not what they should be; ADROP_EINVAL for settings that do not fit\nthe data. *out is NULL after a failure.'),
    "adrop_data_n_files": (c_size_t, (c_void_p,),
        'What was read: path, length and XXH3_64bits of each file. A folder of images, whose\nfiles are too many to name, is one: xxh3 is the sum over the names and lengths of all\nfiles, contents that over the names, lengths and bytes of the images (0 elsewhere).\nA listing of adrop_data_n_files entries.'),
    "adrop_data_file_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_data_file), c_size_t),
        'What was read: path, length and XXH3_64bits of each file. A folder of images, whose\nfiles are too many to name, is one: xxh3 is the sum over the names and lengths of all\nfiles, contents that over the names, lengths and bytes of the images (0 elsewhere).\nA listing of adrop_data_n_files entries.'),
    "adrop_known_data_at_sized": (c_int, (c_size_t, POINTER(adrop_known_data), c_size_t),
        'Names that can be asked for, and the formats: two listings.'),
    "adrop_known_data_find": (c_int, (c_void_p, c_char_p, c_char_p, c_char_p, c_size_t),
        'Where a known set would be read from, cut to size; "" if it is built in. ADROP_ENOENT\nif the name is not known or none of its places is there.'),
    "adrop_data_format_at_sized": (c_int, (c_size_t, POINTER(adrop_data_format), c_size_t),
        ''),
    "adrop_data_verify": (c_int, (c_void_p, c_char_p, c_char_p, c_void_p),
        "set is a known name; the file's own name says which sum is meant."),
    "adrop_unpack": (c_int, (c_void_p, c_char_p, c_char_p),
        'Write the files of an archive (tar or zip, compressed or not) below a folder, which is made.\nNothing is replaced: ADROP_EEXIST. Names that climb out, links, devices and bombs are refused.'),
    "adrop_launch_opts_init_sized": (None, (POINTER(adrop_launch_opts), c_size_t),
        ''),
    "adrop_launch_options": (POINTER(adrop_option), (),
        ''),
    "adrop_launch_rank": (c_size_t, (c_void_p,),
        "The number of this process among those that were started together, and how many they are, by the\nenvironment: mpirun's, srun's, or that of an array of Slurm jobs. 0 and 1 if it is alone."),
    "adrop_launch_open": (c_int, (c_void_p, POINTER(adrop_launch_opts), POINTER(c_void_p)),
        'Workers for the runs of calls that are given them (`launch` of their hooks). ADROP_EEXIST if\nanother program hands out the work of this folder; ADROP_EINVAL for mpi where nothing has started\nseveral processes, and for options of slurm that cannot be understood. Slurm jobs are submitted\nwhen there is a run to train. *out is NULL for local, and after a failure.'),
    "adrop_launch_close": (None, (c_void_p,),
        'The work is over: workers leave, after a checkpoint if they are at a run. NULL is fine.'),
    "adrop_launch_script": (c_int, (c_void_p, POINTER(adrop_launch_opts), c_char_p, POINTER(c_char_p)),
        'A script for sbatch that does a whole experiment by an array of jobs, the first being the head.\ncommand: what each runs, the words as a shell reads them. Freed with adrop_free.'),
    "adrop_worker_run": (c_int, (c_void_p, c_char_p, c_size_t, c_char_p, CFUNCTYPE(c_int, c_void_p), c_void_p),
        'Be worker `number` of the experiment in folder until the head says that all is done. session: of\nthe head that is served, as it gave it; NULL: whoever is the head. stop is asked often (NULL:\nnever): not 0 saves and ends, with ADROP_EINTR. ADROP_ENETWORK if no head was heard of for ten\nminutes.'),
    "adrop_worker_at_sized": (c_int, (c_void_p, c_char_p, c_size_t, POINTER(adrop_worker_info), c_size_t),
        'Worker i of the experiment in folder, while there is a head: a listing. Workers that have not\nbegun yet (a Slurm job that waits) have no host.'),
    "adrop_train_opts_init_sized": (None, (POINTER(adrop_train_opts), c_size_t),
        ''),
    "adrop_train_options": (POINTER(adrop_option), (),
        ''),
    "adrop_train_hooks_init_sized": (None, (POINTER(adrop_train_hooks), c_size_t),
        ''),
    "adrop_train_sized": (c_int, (c_void_p, POINTER(adrop_data_opts), POINTER(adrop_train_opts), POINTER(adrop_train_hooks), POINTER(adrop_train_result), c_size_t),
        'ADROP_EINTR when stop said so, with the result of what was done. ADROP_EINVAL for settings\nthat do not go together or differ from those of the run to\nbe resumed (the message says which), ADROP_EEXIST for a run that is there without\nresume or that another program works on, ADROP_ENUMERIC when the loss is not finite\n(the message names layer and step, and says whether a checkpoint is kept), ADROP_EDISK\nwhen a file cannot be written (the old checkpoint stays), ADROP_ENOMEM, with what is needed and\nwhat there is, before the first step if it cannot fit, and what opening the data and\nmaking the model may return.'),
    "adrop_train_on_sized": (c_int, (c_void_p, c_void_p, POINTER(adrop_data_opts), POINTER(adrop_train_opts), POINTER(adrop_train_hooks), POINTER(adrop_train_result), c_size_t),
        "The same on data that are open, which are only read: several runs, in contexts of their own,\nmay share them. how says how they were opened, for the record; NULL: they are no file's, and\nthe record has what adrop_data_describe and adrop_data_split say. A run is resumed on the rows it\nwas begun with, by the sum of what the arrays hold, in the same parts: ADROP_EFORMAT and\nADROP_EINVAL otherwise."),
    "adrop_train_resolve": (c_int, (c_void_p, c_void_p, POINTER(adrop_train_opts)),
        'Fill in what is left to the data, as adrop_train does, and check that the settings go together:\nwhat a run would be, before it begins.'),
    "adrop_train_settings_sized": (c_int, (c_void_p, c_char_p, POINTER(adrop_data_opts), c_size_t, POINTER(adrop_train_opts), c_size_t),
        'The settings with which a run was begun, by its run.json, over the defaults: adrop_train with\nthem, resume and perhaps more epochs resumes it. Their texts, data->data among them, live as long\nas the context. The data directory is not part of a record. ADROP_EIO or ADROP_EFORMAT if there\nis no run.'),
    "adrop_run_open": (c_int, (c_void_p, c_char_p, c_char_p, c_char_p, POINTER(c_void_p)),
        "Read run.json and model.safetensors (or, of an unfinished run, the newest checkpoint\nthat verifies), and a data set to test on: data, or the run's own if it is NULL. Rows are read\nwith the run's settings and as those it was trained on: scaled by its means and\nstandard deviations, classes by its numbers (found by name), targets in its units. run.json has\nkept them: where data is another set, the run's own need not be there. A run of an older adrop\nhas not: then its own are read. ADROP_ESHAPE for rows of another shape, ADROP_EINVAL for a class\nthat the run does not know. data_dir is where known names are looked for."),
    "adrop_run_opts_init_sized": (None, (POINTER(adrop_run_opts), c_size_t),
        ''),
    "adrop_run_options": (POINTER(adrop_option), (),
        'Its option table (option.h): all but data and data_dir, which are texts, or NULL.'),
    "adrop_run_open_with": (c_int, (c_void_p, c_char_p, POINTER(adrop_run_opts), POINTER(c_void_p)),
        "adrop_run_open and adrop_run_open_inputs in one. The run's own data, unless all of their rows\nare wanted as inputs, must be those of its record: the same files with the same checksums, read\nwhere they were or, if that is gone, at the path that was typed. ADROP_EFORMAT names the file\nthat changed, is missing or was added."),
    "adrop_run_open_on": (c_int, (c_void_p, c_char_p, c_void_p, POINTER(adrop_run_opts), POINTER(c_void_p)),
        "The same with rows that are open, in memory or read from files: read as those that the run was\ntrained on, classes and words found by their names. Their parts are those of data; where they are\nthe run's own (adrop_run_has_own_data), those that they had then: ADROP_EINVAL if neither the\nsplit of data nor the run's settings give them. data and data_dir of opts are not read. A view of\ndata is made: data may be freed. ADROP_EINVAL for columns of other names, and for values that are\nmissing if the run was trained without."),
    "adrop_run_has_own_data": (c_int, (c_void_p,),
        'Are the data those the run was trained on, in the files it read or in equal ones elsewhere? Then\nits training rows are among them.'),
    "adrop_run_has_changed_data": (c_int, (c_void_p,),
        "Are the run's own data other than those it was trained on? Only where that was allowed."),
    "adrop_run_open_inputs": (c_int, (c_void_p, c_char_p, c_char_p, c_char_p, c_int, POINTER(c_void_p)),
        "The same for inputs to predict, whatever their classes: adrop_data_label is -1 for one\nthat the run does not know. all: every row is wanted, so that the run's settings of\nsplits and limits are left out."),
    "adrop_run_free": (None, (c_void_p,),
        "The same for inputs to predict, whatever their classes: adrop_data_label is -1 for one\nthat the run does not know. all: every row is wanted, so that the run's settings of\nsplits and limits are left out."),
    "adrop_run_model": (c_void_p, (c_void_p,),
        ''),
    "adrop_run_data": (c_void_p, (c_void_p,),
        ''),
    "adrop_run_setting": (c_char_p, (c_void_p, c_char_p),
        ''),
    "adrop_run_evaluate_sized": (c_int, (c_void_p, c_int, POINTER(adrop_epoch), c_size_t, c_void_p),
        'Results of a part, without noise, in the fields of test_*; n rows.'),
    "adrop_run_predict": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p),
        "Predictions of rows (n, inputs as the data set scales them): probabilities of the\nclasses, or values in the target's units, (n, outputs), and their standard deviation over\n`samples` noisy passes; samples 0: one pass without noise, standard deviations 0. row_numbers\naddress the noise. `deviation` may be NULL."),
    "adrop_compare_opts_init_sized": (None, (POINTER(adrop_compare_opts), c_size_t),
        ''),
    "adrop_compare_options": (POINTER(adrop_option), (),
        ''),
    "adrop_compare_create": (c_int, (c_void_p, POINTER(adrop_compare_opts), POINTER(adrop_data_opts), POINTER(adrop_train_opts), POINTER(c_void_p)),
        'Plan a comparison: open each data set once, check every technique and network, find out\nwhat the folder has already. model, dropout, seed, out and resume of train are not read.\nADROP_EINVAL for a technique, network or set that is there twice, for data sets of\ndifferent tasks, and for a folder that was made with other settings (the message says\nwhich); more runs, techniques, networks and sets may be added to a folder.'),
    "adrop_compare_on": (c_int, (c_void_p, POINTER(adrop_compare_opts), c_size_t, POINTER(c_void_p), POINTER(adrop_split_opts), POINTER(adrop_train_opts), POINTER(c_void_p)),
        'The same on n data sets that are open, whose rows are shared: each by its name, which no other\nhas; `data` of opts is left out. split says how they are split; NULL: as they were, which must be\nalike. Seeds of splits are those of the runs. A folder is continued on the same rows: sets of\narrays are known by a sum of what they hold. Workers (adrop/launch.h) have no such rows:\nADROP_EINVAL.'),
    "adrop_compare_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_compare_run_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_planned_run), c_size_t),
        'Run i of the plan, choices first: a listing.'),
    "adrop_compare_estimate": (c_int, (c_void_p, c_void_p),
        'Time a few steps of every cell that has runs to do, and say how many seconds the plan\nwill take: of step times, jobs taken into account.'),
    "adrop_compare_group_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_compare_group), c_size_t),
        'Group i: a listing.'),
    "adrop_compare_settings": (POINTER(adrop_compare_opts), (c_void_p,),
        'The settings that it has, the baseline as it was found; and its context.'),
    "adrop_compare_ctx": (c_void_p, (c_void_p,),
        'The settings that it has, the baseline as it was found; and its context.'),
    "adrop_compare_techniques": (c_int, (c_void_p, POINTER(adrop_texts), POINTER(adrop_texts)),
        'The techniques that `dropout` of the settings names, one by one: a comma separates bare names,\n"all" is every one, and none is "advanced".'),
    "adrop_compare_hooks_init_sized": (None, (POINTER(adrop_compare_hooks), c_size_t),
        ''),
    "adrop_compare_go": (c_int, (c_void_p, POINTER(adrop_compare_hooks)),
        'Do what is left to do. A run that fails is reported and skipped; the others continue.\nADROP_EINTR when stop said so: all that was learned is in the folder.'),
    "adrop_compare_time": (c_int, (c_void_p, POINTER(adrop_compare_hooks)),
        'Time training steps, for every data set and network all techniques in turn, a block of\nsteps each, timing_rounds times; the machine should have nothing else to do. The\nresult is timing.json; one that is there and has all techniques is kept.'),
    "adrop_compare_table": (c_int, (c_void_p, c_int),
        'Make the table from the runs that are done.'),
    "adrop_compare_row_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_compare_row), c_size_t),
        'Row i of it: a listing. Texts and arrays live until the table is made anew.'),
    "adrop_compare_metric": (c_char_p, (c_void_p,),
        '"test_acc", "test_rmse", "best_test_acc", "test_top5": what the table holds.'),
    "adrop_compare_less_is_better": (c_int, (c_void_p,),
        'Is less better?'),
    "adrop_options_read_sized": (c_int, (c_void_p, POINTER(adrop_option), c_void_p, c_size_t, c_char_p),
        'Set fields from a flat YAML file of `key: value` lines. Refuses unknown and\nrepeated keys, nested values and files over 1 MiB, naming file and line.'),
    "adrop_figure_kind_name": (c_char_p, (c_size_t,),
        'The kinds of panels, by number from 0: what each is called, and what the points of a series mean\nin it ("line": points (x, y), joined in order). NULL past the last. `adrop list figures` prints\nthem.'),
    "adrop_figure_kind_summary": (c_char_p, (c_size_t,),
        'The kinds of panels, by number from 0: what each is called, and what the points of a series mean\nin it ("line": points (x, y), joined in order). NULL past the last. `adrop list figures` prints\nthem.'),
    "adrop_figure_create": (c_int, (c_void_p, c_char_p, POINTER(c_void_p)),
        'title may be "".'),
    "adrop_figure_free": (None, (c_void_p,),
        'title may be "".'),
    "adrop_figure_panel": (None, (c_void_p, c_char_p, c_char_p),
        'One more panel, of the kind with that name; title may be "". Its axes are plain and without\nnames.'),
    "adrop_figure_axis": (None, (c_void_p, c_int, c_char_p, c_int),
        'The name of an axis of the last panel, with its unit; flags are ADROP_AXIS_*. A logarithmic axis\nleaves out what is not above 0.'),
    "adrop_figure_range": (None, (c_void_p, c_int, c_double, c_double),
        'From where to where it goes; without it, as far as the data do.'),
    "adrop_figure_mark": (None, (c_void_p, c_int, c_double, c_char_p),
        'A line across the last panel at a value of an axis, with its name, which may be "".'),
    "adrop_figure_series": (None, (c_void_p, c_char_p, c_int),
        ''),
    "adrop_figure_point": (None, (c_void_p, c_double, c_double),
        'The next point of the last series.'),
    "adrop_figure_spread": (None, (c_void_p, c_double, c_double, c_double, c_double),
        'The next point of the last series.'),
    "adrop_figure_named": (None, (c_void_p, c_char_p, c_double, c_double, c_double, c_double),
        'The next point of the last series.'),
    "adrop_figure_runs": (None, (c_void_p, c_char_p, c_int, c_size_t, c_size_t, c_void_p, c_void_p),
        'A series of a band from several runs: at each x the mean of the runs that have a value, and one\nstandard deviation (n - 1) to both sides; values (runs, n), NaN: none.'),
    "adrop_figure_samples": (None, (c_void_p, c_char_p, c_int, c_size_t, c_void_p, c_size_t),
        "A series of a histogram: n values in bins of equal width (at most 65,536; 0: Freedman and\nDiaconis' number, 1 to 100), as a density: the area is 1."),
    "adrop_figure_is_empty": (c_int, (c_void_p,),
        'Has it not one value?'),
    "adrop_figure_look_init_sized": (None, (POINTER(adrop_figure_look), c_size_t),
        ''),
    "adrop_figure_write": (c_int, (c_void_p, c_int, POINTER(adrop_figure_look), POINTER(c_char_p)),
        'The whole as one text, freed with adrop_free; look may be NULL.'),
    "adrop_figure_css": (c_char_p, (),
        'The style sheet that figures in a page need, once.'),
    "adrop_figure_save": (c_int, (c_void_p, c_char_p, c_char_p, POINTER(adrop_figure_look)),
        'Write FOLDER/NAME.svg and FOLDER/NAME.csv, each whole or not at all; the folder is made.\nADROP_EEXIST if such a file is there that adrop has not made.'),
    "adrop_figure_save_png": (c_int, (c_void_p, c_char_p, c_char_p, POINTER(adrop_figure_look), c_double),
        "The same as FOLDER/NAME.png, `scale` pixels for each of SVG's, by the program rsvg-convert\n(Debian: librsvg2-bin). ADROP_ENOENT, and a sentence, where that is not installed."),
    "adrop_figure_save_pdf": (c_int, (c_void_p, c_char_p, c_char_p, POINTER(adrop_figure_look)),
        'The same as FOLDER/NAME.pdf, a page as large as the figure.'),
    "adrop_table_create": (c_int, (c_void_p, c_char_p, POINTER(c_void_p)),
        'title may be "".'),
    "adrop_table_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_table_column": (c_int, (c_void_p, c_char, c_char_p),
        "One more column, aligned 'l', 'r' or 'c'. ADROP_EINVAL once there are cells."),
    "adrop_table_rank": (c_int, (c_void_p, c_int),
        'How much the last column matters where a line is too short for all: 0, the default, stays; of\nthe others the highest is left out first.'),
    "adrop_table_fit": (None, (c_void_p, c_size_t),
        'The text styles keep to so many columns of a terminal; 0, the default: no limit. Columns with a\nrank are left out, and a note names them; where that is not enough, each row is written as\nlines of "header  cell".'),
    "adrop_table_rule": (c_int, (c_void_p,),
        'A line before the next row, between groups of rows. ADROP_EINVAL within a row.'),
    "adrop_table_write": (c_int, (c_void_p, c_int, c_int, POINTER(c_char_p)),
        'The whole as one text, freed with adrop_free. ascii: the text styles write\n"+-" for "±" and \'?\' for what else is not ASCII; the others ignore it. ADROP_EINVAL if\nthe last row lacks cells.'),
    "adrop_document_create": (c_int, (c_void_p, c_char_p, POINTER(c_void_p)),
        'title may be "". It is the first line for people; JSON and CSV leave it out.'),
    "adrop_document_free": (None, (c_void_p,),
        'title may be "". It is the first line for people; JSON and CSV leave it out.'),
    "adrop_document_group": (None, (c_void_p, c_char_p, c_char_p),
        'A group of facts and more. With a key it is an object in JSON, without one its members are those\nof the object around it. heading: a line in bold, above members that are indented; NULL: none.'),
    "adrop_document_list": (None, (c_void_p, c_char_p, c_char_p),
        'A list: an array in JSON; for people its values, separated by commas. Groups in it have no key.'),
    "adrop_document_table": (None, (c_void_p, c_char_p, c_char_p, c_int),
        'A table: an array of objects in JSON, one per row. title is a line above it; "": none; NULL: the\ntable is not in text, Markdown and LaTeX. Of a table without rows people read title and notes.\ntraits are ADROP_TABLE_*.'),
    "adrop_document_end": (None, (c_void_p,),
        'Close the place that was opened last.'),
    "adrop_document_number": (None, (c_void_p, c_char_p, c_char_p, c_double, c_char_p, c_int),
        'unit: "", "%", "ms", .. What is not finite is null in JSON; people read "infinite" or\n"undefined".'),
    "adrop_document_float": (None, (c_void_p, c_char_p, c_char_p, c_float),
        'The same of a float, with 9 digits: as many as it has.'),
    "adrop_document_count": (None, (c_void_p, c_char_p, c_char_p, c_uint64),
        'The same of a float, with 9 digits: as many as it has.'),
    "adrop_document_text": (None, (c_void_p, c_char_p, c_char_p, c_char_p),
        'NULL is null.'),
    "adrop_document_truth": (None, (c_void_p, c_char_p, c_char_p, c_int),
        'true or false; "yes" or "no".'),
    "adrop_document_null": (None, (c_void_p, c_char_p),
        'null; people read nothing.'),
    "adrop_document_vector": (None, (c_void_p, c_char_p, c_char_p, c_size_t, c_void_p),
        'n numbers, as an array with 9 digits of each; for people separated by commas.'),
    "adrop_document_column": (None, (c_void_p, c_char_p, c_char_p, c_char, c_char_p, c_int),
        "One more column of the table, before its first cell; align is 'l', 'r' or 'c', unit and digits\nare those of its numbers."),
    "adrop_document_rank": (None, (c_void_p, c_int),
        'How much the last column matters where a line is too short for all: 0, the default, stays; of the\nothers the highest is left out first.'),
    "adrop_document_columns": (None, (c_void_p, POINTER(adrop_column)),
        'Columns at once, ended by one without align; NULL as unit is "".'),
    "adrop_document_cell_number": (None, (c_void_p, c_double),
        'The next cell of the table, row by row, or the next item of the list. Groups, lists and tables\nmay be cells and items too; then their key and label are not read.'),
    "adrop_document_cell_float": (None, (c_void_p, c_float),
        'The next cell of the table, row by row, or the next item of the list. Groups, lists and tables\nmay be cells and items too; then their key and label are not read.'),
    "adrop_document_cell_count": (None, (c_void_p, c_uint64),
        '9 digits: as many as it has'),
    "adrop_document_cell_text": (None, (c_void_p, c_char_p),
        '9 digits: as many as it has'),
    "adrop_document_cell_truth": (None, (c_void_p, c_int),
        '9 digits: as many as it has'),
    "adrop_document_cell_null": (None, (c_void_p,),
        '9 digits: as many as it has'),
    "adrop_document_cell_none": (None, (c_void_p,),
        'people read "-"'),
    "adrop_document_rule": (None, (c_void_p,),
        'A line before the next row of the table, and a sentence beneath the table.'),
    "adrop_document_note": (None, (c_void_p, c_char_p),
        'A line before the next row of the table, and a sentence beneath the table.'),
    "adrop_document_around": (None, (c_void_p, c_char_p, c_char_p),
        'Words before and behind it for people; JSON has the value alone. Those around null stand for it.'),
    "adrop_document_also": (None, (c_void_p, c_char_p),
        'A second key of the same value, in JSON.'),
    "adrop_document_differs": (None, (c_void_p, c_char_p, c_char_p, c_int),
        'Of a cell: another key, unit and digits than its column has.'),
    "adrop_document_mark": (None, (c_void_p, c_int),
        ''),
    "adrop_document_sentence": (None, (c_void_p, c_char_p, c_char_p),
        'A sentence: a paragraph for people. With a key it is a text in JSON too, in a list an item.'),
    "adrop_document_warning": (None, (c_void_p, c_char_p, c_char_p),
        'A sentence that people should not miss.'),
    "adrop_document_plain": (None, (c_void_p, c_char_p),
        'Lines for a terminal as they are, a drawing say; in text alone.'),
    "adrop_document_figure": (None, (c_void_p, c_char_p, c_void_p),
        'A figure, which the document owns from now on, after a failure too. With a key JSON has its data:\nan array with an object for each panel.'),
    "adrop_document_figure_at": (c_void_p, (c_void_p, c_size_t),
        'Figure i of the document, in the order of its places; NULL beyond the last.'),
    "adrop_document_form_name": (c_char_p, (c_size_t,),
        '"text", "json", ..; NULL beyond the last.'),
    "adrop_document_look_init_sized": (None, (POINTER(adrop_document_look), c_size_t),
        ''),
    "adrop_document_write": (c_int, (c_void_p, c_int, POINTER(adrop_document_look), POINTER(c_char_p)),
        'The whole as one text, freed with adrop_free; look may be NULL. ADROP_EINVAL for a place that is\nstill open, or a row that lacks cells.'),
    "adrop_get_opts_init_sized": (None, (POINTER(adrop_get_opts), c_size_t),
        ''),
    "adrop_get_options": (POINTER(adrop_option), (),
        'Its option table (option.h): the seconds. The texts are no rows; name must be given.'),
    "adrop_get_hooks_init_sized": (None, (POINTER(adrop_get_hooks), c_size_t),
        ''),
    "adrop_data_get_sized": (c_int, (c_void_p, POINTER(adrop_get_opts), POINTER(adrop_get_hooks), POINTER(adrop_get_result), c_size_t),
        'Get the files of a set to where it is looked for. Files that are there and as published\nare left alone; one that differs is never replaced.\n\nADROP_EINTR when stop said so: the same call goes on from there. ADROP_ENOENT for a name that\nis not known, or a set without a published checksum or\nwith terms of its own (the message says where to find it), ADROP_EINVAL for a source\nthat is neither HTTPS nor this machine, ADROP_EEXIST if the set is there in another\nform or another program is getting it, ADROP_EFORMAT for a file, in place or got, that\nis not the published one, ADROP_ENETWORK for what keeps a file from coming, ADROP_EDISK\nif there is no room, ADROP_EIO for other troubles with files.'),
    "adrop_plugin_load": (c_int, (c_void_p, c_char_p),
        "Register all that a shared object has. It stays loaded until the program ends. ADROP_EIO if\nit cannot be loaded, ADROP_EFORMAT if it has none of the functions, or no table; otherwise what\nadrop_technique_register, adrop_map_register and adrop_seed_register return. A name without a '/'\nis one in the current folder: search paths are not looked through."),
    "adrop_record_open": (c_int, (c_void_p, c_char_p, POINTER(c_void_p)),
        'ADROP_EIO or ADROP_EFORMAT if there is no run in the folder; lines of metrics.jsonl that\nare not JSON are left out. ADROP_ENOMEM. *out is NULL after a failure.'),
    "adrop_record_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_record_state": (c_char_p, (c_void_p,),
        '"done", "running", "interrupted", "failed", "stopped": it was running, and no program works on it\nany more, or "damaged": it is done, and its metrics are shorter than they were.'),
    "adrop_record_text": (c_char_p, (c_void_p, c_char_p),
        'A value of run.json: a text, NULL if it is none; a number (or a text that is one, or yes and no\nas 1 and 0), NaN if it is none. Texts live as long as the record.'),
    "adrop_record_number": (c_double, (c_void_p, c_char_p),
        'A value of run.json: a text, NULL if it is none; a number (or a text that is one, or yes and no\nas 1 and 0), NaN if it is none. Texts live as long as the record.'),
    "adrop_record_setting": (c_int, (c_void_p, c_size_t, POINTER(c_char_p), POINTER(c_char_p)),
        'Setting i by its name and text, in the order of the record: a listing; both NULL past the last.'),
    "adrop_record_epochs": (c_size_t, (c_void_p,),
        'Epochs of metrics.jsonl, and values of epoch i, from 0 on.'),
    "adrop_record_epoch": (c_double, (c_void_p, c_size_t, c_char_p),
        'Epochs of metrics.jsonl, and values of epoch i, from 0 on.'),
    "adrop_record_epoch_text": (c_char_p, (c_void_p, c_size_t, c_char_p),
        'Epochs of metrics.jsonl, and values of epoch i, from 0 on.'),
    "adrop_records_find": (c_int, (c_void_p, c_char_p, CFUNCTYPE(None, c_void_p, c_char_p), c_void_p),
        'Call found with the path of every run at or below a folder, sorted by path; links are not\nfollowed. The trials of a search (adrop/tune.h) are found only from their own folder on.\nADROP_EIO if the folder cannot be read, ADROP_ENOMEM.'),
    "adrop_prune_opts_init_sized": (None, (POINTER(adrop_prune_opts), c_size_t),
        ''),
    "adrop_prune_options": (POINTER(adrop_option), (),
        ''),
    "adrop_prune_create": (c_int, (c_void_p, POINTER(adrop_prune_opts), POINTER(adrop_data_opts), POINTER(adrop_train_opts), POINTER(c_void_p)),
        'Plan it: read the data, make the network, count what each round will have, and find out what the\nfolder has already. out and resume of train are not read; its dropout may be "": that of the\ncriterion. ADROP_EINVAL, with a sentence, for settings that contradict each other, a network\nwithout hidden nodes, a criterion that the technique or the network cannot give, rounds that\nwould empty a layer or remove nothing, and a folder that was made with other settings.\n*out is NULL after a failure.'),
    "adrop_prune_on": (c_int, (c_void_p, POINTER(adrop_prune_opts), c_void_p, POINTER(adrop_split_opts), POINTER(adrop_train_opts), POINTER(c_void_p)),
        'The same on a data set that is open, as adrop_compare_on; split: how its rows are split; NULL: as\nthey were.'),
    "adrop_prune_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_prune_round_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_prune_round), c_size_t),
        'Round i: a listing.'),
    "adrop_prune_describe_sized": (None, (c_void_p, POINTER(adrop_prune_info), c_size_t),
        ''),
    "adrop_prune_document": (c_int, (c_void_p, c_size_t, POINTER(c_void_p)),
        'The rounds as a document (document.h): one of them, or with round SIZE_MAX all, as a table, and\nwith the results by what is kept once there are some.'),
    "adrop_prune_hooks_init_sized": (None, (POINTER(adrop_prune_hooks), c_size_t),
        ''),
    "adrop_prune_go": (c_int, (c_void_p, POINTER(adrop_prune_hooks)),
        'Do what is left to do. ADROP_EINTR when stop said so: the same call resumes it.'),
    "adrop_prune_time": (c_int, (c_void_p, c_size_t, c_size_t),
        'Measure how long round i, which is done, takes to predict a batch and a single row, alternately\nwith round 0: the medians of so many passes. Nothing of it is kept in the folder.'),
    "adrop_tune_opts_init_sized": (None, (POINTER(adrop_tune_opts), c_size_t),
        ''),
    "adrop_tune_options": (POINTER(adrop_option), (),
        ''),
    "adrop_tune_create": (c_int, (c_void_p, POINTER(adrop_tune_opts), POINTER(adrop_data_opts), POINTER(adrop_train_opts), POINTER(c_void_p)),
        'Plan a search: read the data once, make the trials, check each, find out what the folder has\nalready. seed, out and resume of train are not read. ADROP_EINVAL, with a sentence, for a key or\na value that is not known, ranges that are empty, settings that contradict each other, and for a\nfolder that was made with other settings. *out is NULL after a failure.'),
    "adrop_tune_on": (c_int, (c_void_p, POINTER(adrop_tune_opts), c_void_p, POINTER(adrop_split_opts), POINTER(adrop_train_opts), POINTER(c_void_p)),
        'The same on a data set that is open, as adrop_compare_on: split says how its rows are split, with\n`folds` to judge trials by, and no `fold`; NULL: as they were. What says how files are read\ncannot be searched.'),
    "adrop_tune_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_tune_trial_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_trial), c_size_t),
        'Trial i, from 0 on: a listing.'),
    "adrop_tune_setting_at": (c_int, (c_void_p, c_size_t, c_size_t, POINTER(c_char_p), POINTER(c_char_p)),
        'Setting k of trial i, in the order of `vary`, those left out that do not apply; key and text live\nas long as the context. 0 past the last, and if there is no memory.'),
    "adrop_tune_rung_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_rung), c_size_t),
        'Rung i of the plan, bracket by bracket: a listing.'),
    "adrop_tune_estimate": (c_int, (c_void_p, c_void_p, c_void_p),
        'Time a few steps of each network and technique, and say how many seconds what is left of the\nplan will take, and the whole of it, jobs taken into account.'),
    "adrop_tune_hooks_init_sized": (None, (POINTER(adrop_tune_hooks), c_size_t),
        ''),
    "adrop_tune_go": (c_int, (c_void_p, POINTER(adrop_tune_hooks)),
        'Do what is left to do, and write tune.json. ADROP_EINTR when stop said so: all that was learned\nis in the folder. ADROP_ENUMERIC if no trial could be trained.'),
    "adrop_tune_describe_sized": (None, (c_void_p, POINTER(adrop_tune_result), c_size_t),
        ''),
    "adrop_tune_plan_document": (c_int, (c_void_p, c_size_t, c_double, c_double, POINTER(c_void_p)),
        'What the search says as documents (document.h): the plan, with how long it takes\n(adrop_tune_estimate; NaN: not known) and the first `most` trials; and who won by what, with the\n`most` trials that were trained longest, of these the best. SIZE_MAX: all, 0: none.'),
    "adrop_tune_document": (c_int, (c_void_p, c_size_t, POINTER(c_void_p)),
        'What the search says as documents (document.h): the plan, with how long it takes\n(adrop_tune_estimate; NaN: not known) and the first `most` trials; and who won by what, with the\n`most` trials that were trained longest, of these the best. SIZE_MAX: all, 0: none.'),
    "adrop_tune_json": (c_int, (c_void_p, POINTER(c_char_p)),
        'tune.json as it would be written now, one line. Freed with adrop_free.'),
    "adrop_uncertainty_opts_init_sized": (None, (POINTER(adrop_uncertainty_opts), c_size_t),
        ''),
    "adrop_uncertainty_options": (POINTER(adrop_option), (),
        'Its option table (option.h): all but the texts (data, data_dir, ood, calibrate_on, target), any\nof which may be NULL.'),
    "adrop_uncertainty_create": (c_int, (c_void_p, c_size_t, POINTER(c_char_p), POINTER(adrop_uncertainty_opts), POINTER(adrop_uncertainty_hooks), POINTER(c_void_p)),
        'Of one or several runs, which must predict the same classes or values from rows of the same\nshape, and have the same rows to be measured on: runs whose splits differ need `data` that none\nof them was trained on. ADROP_EINVAL otherwise, naming the run; ADROP_EINVAL also for samples of\na single run that has no random layer (members of an ensemble then have one pass).'),
    "adrop_uncertainty_on": (c_int, (c_void_p, c_size_t, POINTER(c_char_p), c_void_p, c_void_p, c_void_p, POINTER(adrop_uncertainty_opts), POINTER(adrop_uncertainty_hooks), POINTER(c_void_p)),
        'The same with data sets that are open, in place of those that opts name; each may be NULL: then\nopts say. They are read as by adrop_run_open_on, and are not needed any more afterwards. Rows of\nood are its test part; those of calibrate_on are all of it, and none that the run was trained on.'),
    "adrop_uncertainty_free": (None, (c_void_p,),
        ''),
    "adrop_uncertainty_store": (c_int, (c_void_p, c_void_p),
        'Keep what the calibration rows gave as RUN/calibration.json, for predictions to come: the\ntemperature or the noise, the scores of conformal sets, how it was predicted, the checksums of\nthe model and of the data. Replaced whole or not at all. ADROP_EINVAL for an ensemble, without\ncalibration rows, and for predictions that adrop_predictor_predict does not make (by moments,\nwith shared masks).'),
    "adrop_uncertainty_describe_sized": (None, (c_void_p, POINTER(adrop_uncertainty_info), c_size_t),
        ''),
    "adrop_uncertainty_row_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_uncertain_row), c_size_t),
        ''),
    "adrop_uncertainty_class_name": (c_char_p, (c_void_p, c_size_t),
        'NULL beyond the last.'),
    "adrop_uncertainty_confusion": (c_void_p, (c_void_p,),
        '(classes, classes), true by predicted; NULL for values.'),
    "adrop_uncertainty_bin": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_void_p),
        'Bin b of the reliability curve: mean confidence, share of right predictions, rows; 0 beyond.'),
    "adrop_uncertainty_compare_sized": (c_int, (c_void_p, c_void_p, c_void_p, c_int, POINTER(adrop_detection_difference), c_size_t),
        'Two results on the same rows: AUROC by a score, first minus second, by a paired bootstrap.'),
    "adrop_page_create": (c_int, (c_void_p, c_char_p, POINTER(c_void_p)),
        ''),
    "adrop_page_free": (None, (c_void_p,),
        ''),
    "adrop_page_save_figures": (c_int, (c_void_p, c_char_p),
        'From now on each figure is also written to a folder, as figure-1.svg with figure-1.csv and so on.'),
    "adrop_page_add": (c_int, (c_void_p, c_char_p),
        'Whatever is at or below a folder, or in an archive of one: a comparison (compare.json), a search\n(tune.json), a pruning (prune.json), runs (run.json). A file of theirs that is missing or broken\nis named on the page. ADROP_EIO if it cannot be read, ADROP_EFORMAT if there is nothing of these\nin it.'),
    "adrop_page_add_record": (c_int, (c_void_p, c_char_p, c_char_p),
        'A record: the file FOLDER/NAME that holds what `adrop reproduce --json` or `adrop compare --json`\nprinted. JSON of another kind adds nothing; a file that is broken is named on the page.'),
    "adrop_page_section": (None, (c_void_p, c_char_p),
        'What the caller has to show, in the order of the calls. A section has an entry in the table of\ncontents; what is found stands on the first screen.'),
    "adrop_page_found": (None, (c_void_p, c_char_p),
        'What the caller has to show, in the order of the calls. A section has an entry in the table of\ncontents; what is found stands on the first screen.'),
    "adrop_page_missing": (None, (c_void_p, c_char_p),
        'What the caller has to show, in the order of the calls. A section has an entry in the table of\ncontents; what is found stands on the first screen.'),
    "adrop_page_put": (None, (c_void_p, c_void_p),
        'A document as HTML, in brief (adrop/document.h).'),
    "adrop_page_put_picture": (None, (c_void_p, c_size_t, c_size_t, c_size_t, c_void_p, c_char_p),
        'A picture of (channels, height, width), 1 or 3 channels, sides of 1 to 4096, with a caption.'),
    "adrop_page_figures": (c_size_t, (c_void_p,),
        'How many figures it has.'),
    "adrop_page_write": (c_int, (c_void_p, POINTER(c_char_p)),
        'The page, freed with adrop_free. The first failure of a call above is returned.'),
    "adrop_report_opts_init_sized": (None, (POINTER(adrop_report_opts), c_size_t),
        ''),
    "adrop_report_options": (POINTER(adrop_option), (),
        'Its option table (option.h): every member is a row.'),
    "adrop_report_document": (c_int, (c_void_p, c_void_p, POINTER(adrop_report_opts), POINTER(c_void_p)),
        'Rows by data set and network, of which the best mean is marked, and the second; sentences. JSON\nhas all of it, CSV in brief the rows with a column for each number.'),
    "adrop_report_findings": (c_int, (c_void_p, c_void_p, POINTER(adrop_report_opts), POINTER(c_void_p)),
        'What differs from the baseline, by how much, how sure that is, and what so few runs\ncannot show: sentence i, NULL beyond the last.'),
    "adrop_findings_at": (c_char_p, (c_void_p, c_size_t),
        'What differs from the baseline, by how much, how sure that is, and what so few runs\ncannot show: sentence i, NULL beyond the last.'),
    "adrop_findings_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_report_power_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_power), c_size_t),
        'Block i, in the order of the table; 0 beyond the last. Needs a table (adrop_compare_table).'),
    "adrop_report_add_power": (None, (c_void_p, c_void_p),
        'The same of all blocks, put into a document (document.h): a table for programs, sentences.'),
    "adrop_report_plan": (c_int, (c_void_p, c_void_p, c_double, POINTER(c_void_p)),
        'The plan as a document: techniques with their runs, every run for programs, and what they can\nshow. seconds: how long it takes (adrop_compare_estimate); NaN: not known. Needs a table, too.'),
    "adrop_report_save": (c_int, (c_void_p, c_void_p, POINTER(adrop_report_opts)),
        "Write table.csv (with numbers), table.md, table.tex and table.json into the comparison's\nfolder, each whole or not at all."),
    "adrop_recipes_open": (c_int, (c_void_p, c_char_p, POINTER(c_void_p)),
        'All recipes, in the order of the paper. data_dir may be NULL.'),
    "adrop_recipes_free": (None, (c_void_p,),
        'All recipes, in the order of the paper. data_dir may be NULL.'),
    "adrop_recipes_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_recipe_info), c_size_t),
        'Recipe i: a listing. The texts live as long as the list.'),
    "adrop_recipes_machine": (c_char_p, (c_void_p,),
        'What the hours were measured on.'),
    "adrop_reproduce_opts_init_sized": (None, (POINTER(adrop_reproduce_opts), c_size_t),
        ''),
    "adrop_reproduce_options": (POINTER(adrop_option), (),
        ''),
    "adrop_reproduce_create": (c_int, (c_void_p, c_char_p, POINTER(adrop_reproduce_opts), POINTER(c_void_p)),
        'Plan it. ADROP_ENOENT for an unknown label (with the nearest), part or technique, and if\nnone of the data sets is there; ADROP_EINVAL for a recipe whose parts adrop does not\nhave yet (the message says which).'),
    "adrop_reproduce_free": (None, (c_void_p,),
        'Plan it. ADROP_ENOENT for an unknown label (with the nearest), part or technique, and if\nnone of the data sets is there; ADROP_EINVAL for a recipe whose parts adrop does not\nhave yet (the message says which).'),
    "adrop_reproduce_describe_sized": (None, (c_void_p, POINTER(adrop_reproduce_info), c_size_t),
        ''),
    "adrop_reproduce_part_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_reproduce_part), c_size_t),
        'Part i: a listing. Recipes that train nothing have none.'),
    "adrop_reproduce_go": (c_int, (c_void_p, POINTER(adrop_compare_hooks)),
        'Do what is left to do, part by part: adrop_compare_go, or adrop_compare_time. Progress\nis that of the part. ADROP_EINTR when stop said so.'),
    "adrop_reproduce_table": (c_int, (c_void_p,),
        'Make the rows from the runs that are done.'),
    "adrop_reproduced_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_reproduced), c_size_t),
        'Row i: a listing. Texts and ours live until the table is made anew.'),
    "adrop_reproduce_verdict": (c_char_p, (c_void_p, c_size_t),
        'Sentence i on what the paper claims and what came out here, one for each data set,\nnetwork and column; NULL beyond the last. Lives until the table is made anew.'),
    "adrop_reproduce_remark": (c_char_p, (c_void_p, c_size_t),
        "Sentence i on what is known to be wrong with the paper's table or figure as a whole; NULL\nbeyond the last."),
    "adrop_reproduce_document": (c_int, (c_void_p, POINTER(c_void_p)),
        "All that there is to see, as a document: the rows, made anew; sheets of curves by epoch (of the\nfirst run of every technique), of recomputed numbers of the paper, of densities; figures, of\nwhich text leaves out the bars of our rows beside the paper's; sentences."),
    "adrop_reproduce_example_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_example), c_size_t),
        'Example i: a listing. After adrop_reproduce_document; lives until the table is made anew.'),
}
