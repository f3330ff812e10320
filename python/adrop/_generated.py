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
    """Instruction sets with kernels. All give the same masks, bit for bit; they differ only in
    speed."""
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
    """The subject of a setting: its heading in help."""
    ADROP_GROUP_NONE = 0
    ADROP_GROUP_OWN = 1
    ADROP_GROUP_DATA = 2
    ADROP_GROUP_NETWORK = 3
    ADROP_GROUP_TRAINING = 4
    ADROP_GROUP_OUTPUT = 5
    ADROP_GROUP_ADVANCED = 6
    ADROP_N_GROUPS = 7


class adrop_option_names(enum.IntEnum):
    """The list from which a text's names come, if any: shells complete from it, and a repeated value is
    an error unless the setting takes several."""
    ADROP_NAMES_NOTHING = 0
    ADROP_NAMES_DATA = 1
    ADROP_NAMES_MODEL = 2
    ADROP_NAMES_TECHNIQUE = 3


class adrop_positive_kind(enum.IntEnum):
    """------------------------------------------------------------------------
    Densities on (0, inf): does softplus(Gaussian) approximate a gamma or an inverse gamma better
    than the log-normal does? (The paper's figure `softplusapprox`.) All functions return NaN for
    invalid parameters.

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
    """train: with noise; a backward may follow. sample: with noise, without gradients; running averages
    replace the batch statistics of training (Monte Carlo dropout). mean: no noise; for most
    techniques y is x, bit for bit."""
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
    Calibration: are 80 % of the predictions with confidence 0.8 right?"""
    ADROP_EQUAL_WIDTH = 0
    ADROP_EQUAL_MASS = 1


class adrop_conformal_kind(enum.IntEnum):
    """------------------------------------------------------------------------
    Conformal prediction: sets and intervals that contain the truth with at least the stated
    probability, whatever the model, if calibration rows and new rows are exchangeable."""
    ADROP_CONFORMAL_LAC = 0
    ADROP_CONFORMAL_APS = 1
    ADROP_CONFORMAL_RAPS = 2


class adrop_precision(enum.IntEnum):
    """f32: float. bf16: maps and products in bf16, if the CPU has instructions for it (otherwise an
    error); weights, statistics, losses and dropout stay float. auto: bf16 where AMX supports it,
    else f32, which may be faster there. f64: plain loops in double, the slow reference."""
    ADROP_PRECISION_F32 = 0
    ADROP_PRECISION_BF16 = 1
    ADROP_PRECISION_AUTO = 2
    ADROP_PRECISION_F64 = 3


class adrop_dropout_at(enum.IntEnum):
    """Where dropout is applied: before every dense layer of the head, raw inputs included; before dense
    layers that read hidden units; before the activation of hidden dense layers; as hidden, and also
    on the network's outputs; after every activation, also of convolutions, with one mask per channel
    of a map."""
    ADROP_AT_DENSE_INPUTS = 0
    ADROP_AT_HIDDEN = 1
    ADROP_AT_PREACTIVATION = 2
    ADROP_AT_LOGITS_TOO = 3
    ADROP_AT_EVERYWHERE = 4


class adrop_loss(enum.IntEnum):
    """Softmax cross-entropy of labels, the mean squared error of targets, or the binary cross-entropy
    of each output with targets from 0 to 1. The latter two are means over rows and outputs."""
    ADROP_LOSS_SOFTMAX = 0
    ADROP_LOSS_SQUARED = 1
    ADROP_LOSS_BINARY = 2


class adrop_tensor_group(enum.IntEnum):
    """The network's tensors, with PyTorch's names: parameters, then the running averages of batch norm
    and techniques."""
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
    """Input scaling. p is a pixel, top its largest possible value (255; digits 16), x a column of a
    table."""
    ADROP_SCALE_AUTO = 0
    ADROP_SCALE_UNIT = 1
    ADROP_SCALE_SYMMETRIC = 2
    ADROP_SCALE_STANDARD = 3
    ADROP_SCALE_NONE = 4
    ADROP_SCALE_ROW_NORM = 5
    ADROP_SCALE_OTHER = 6


class adrop_missing(enum.IntEnum):
    """How missing values of a table are handled. Everything is fitted on the training rows."""
    ADROP_MISSING_REFUSED = 0
    ADROP_MISSING_MEAN = 1
    ADROP_MISSING_MEDIAN = 2
    ADROP_MISSING_INDICATOR = 3


class adrop_class_weights(enum.IntEnum):
    """The factor of a row in the loss, in addition to its own weight."""
    ADROP_CLASSES_AS_THEY_ARE = 0
    ADROP_CLASSES_BALANCED = 1


class adrop_sparse_weights(enum.IntEnum):
    """Prediction with networks that have many zero weights. Sums of a dense layer run over the inputs
    in order, and zero weights add nothing, so they can be skipped (csr) or not (in order): the bits
    are the same, and do not depend on threads or on the number of rows per call. They differ in the
    last digits from those of the dense product of other layers.

        auto   dense layers with at least 64 outputs and at most 15 % nonzero weights, a rule of the
               weights alone; whether zeros are skipped is measured here, on 64 rows and on one, by
               the best of five times
        off    no layer
        on     every dense layer, and zeros are skipped"""
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
    """onnx: opset 13, with ai.onnx.ml for columns of words."""
    ADROP_EXPORT_ONNX = 0


class adrop_encoding(enum.IntEnum):
    """The character encoding of tables and of lines of documents."""
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
    """Is a file the published one?"""
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
    """Which result of a run the table shows."""
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
    """The score by which rows are ranked."""
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
    """What is plotted by epoch."""
    ADROP_CURVE_NONE = 0
    ADROP_CURVE_TEST = 1
    ADROP_CURVE_RATES = 2
    ADROP_CURVE_GAP = 3
    ADROP_CURVE_DISTRIBUTION = 4


class adrop_recipe_state(enum.IntEnum):
    """Can it run here, now?"""
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
    """The library itself allocates all memory with this pair; a fixed struct. The libraries beneath it
    use the C library instead: oneDNN's primitives and OpenMP's threads in training; libyaml,
    Jansson, libarchive, the image decoders and libcurl for files (with a small resnet18, oneDNN
    takes about 2 MB).

    allocate  returns `size` bytes aligned to 64, or NULL; size is never 0.
    release   frees what allocate returned; never called with NULL."""
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
    threads: at most 4096; 0: the minimum of the processors available to the process, its control groups' CPU quota, and OMP_NUM_THREADS; runs (adrop_train) then use fewer where a step is small. Passes without gradients do so for any number"""
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
    """The texts of a setting that may be given several times; none is NULL or empty. A fixed struct,
    like adrop_list; { 0 } is empty."""
    _fields_ = [
        ("n", c_size_t),
        ("text", POINTER(c_char_p)),
    ]


class adrop_option(Structure):
    """adrop_option of adrop/option.h

    name: as users write it; NULL ends the table
    offset: offsetof(struct, field)
    fallback: REAL, COUNT, FLAG, CHOICE, INT: the default
    text: TEXT: the default; NULL: empty
    min: REAL, COUNT, LIST, INT: the range; both 0: any
    max: REAL, COUNT, LIST, INT: the range; both 0: any
    open: ADROP_OPEN_MIN | ADROP_OPEN_MAX: the end is excluded
    words: CHOICE: the names, ended by NULL; COUNT: the word for 0, or NULL; TEXT: the allowed names, or NULL: any text
    value: what help calls the value: "RATE"; NULL: by kind
    help: one line, no capital, no full stop
    letter: -k, the short form; 0: none
    traits: ADROP_TRAIT_ bits
    applies: ADROP_FOR_ bits; 0: to everything
    needs: the setting without which it has no effect; NULL: none
    synonyms: other words with exactly this meaning, separated by blanks; NULL: none"""
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
    """The same as a function of the program.

    size: sizeof(adrop_curve_table)
    name: lower-case letters, digits and '-'
    summary: one line: the formula"""
    _fields_ = [
        ("size", c_size_t),
        ("name", c_char_p),
        ("summary", c_char_p),
        ("at", CFUNCTYPE(None, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p)),
        ("self", c_void_p),
    ]


class adrop_atom(Structure):
    """A point of positive probability, as with clamp or 1 - exp(-max(r, 0))."""
    _fields_ = [
        ("value", c_double),
        ("mass", c_double),
    ]


class adrop_near_dists(Structure):
    """The Bernoulli and the beta distribution nearest to d in Wasserstein distance of order 1 (see
    below). a and b range from 0.001 to 10,000; a distance below 1e-10 is reported as 0.

    p: Bernoulli: probability of a mask of 1
    bernoulli_distance: distance from the Bernoulli
    a: beta, to four digits
    b: beta, to four digits
    beta_distance: distance from the beta
    at_limit: a or b is at an end of its range: the fit is a limit, not a minimum"""
    _fields_ = [
        ("p", c_double),
        ("bernoulli_distance", c_double),
        ("a", c_double),
        ("b", c_double),
        ("beta_distance", c_double),
        ("at_limit", c_int),
    ]


class adrop_target_info(Structure):
    """A kind of target; its settings follow it in the text, as in "concrete:rate=0.3".

    options: ended by a row without a name"""
    _fields_ = [
        ("name", c_char_p),
        ("summary", c_char_p),
        ("options", POINTER(adrop_option)),
    ]


class adrop_ranking_opts(Structure):
    """adrop_ranking_opts of adrop/dist.h

    unit_mean: compare target and masks after dividing each by its mean, as a layer does"""
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
    floor: a lower bound for any distribution on [0, 1]: E[max(target - 1, 0)]"""
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

    distance: 0 if below 1e-10, its accuracy
    at_limit: mu or sigma is at an end of its range: the fit is a limit, not a minimum
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
    """A technique, for listings. All pointers live for ever.

    name: as written after --dropout
    summary: one line
    reference: the paper it comes from
    options: its table; the first row's name is NULL if none
    learns: has parameters that are trained
    examples: texts that choose it, ended by NULL
    choices: settings of one option to select by validation, such as "beta=0.1", ended by NULL; NULL: none
    by_response: its parameters are moved by adrop_model_response, not by an optimiser and dropout_lr
    by_optimizer: its parameters are moved by the optimiser, at dropout_lr"""
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
    """A technique defined by a formula: masks m = Q(u), with u uniform in (0, 1), so Q is the quantile
    function of the mask distribution. x is multiplied by m / E[m], in training and in phase sample;
    in phase mean, y is x. The library draws u at addresses, as for its own techniques, so masks do
    not depend on threads, instruction sets or how a batch is split.

        typedef struct { double power; } settings;            // m = u^(1 / power), a beta(power, 1)
        static void mask(const void *self, size_t n, const double *u, double *m)
        {
            const settings *s = self;
            for (size_t i = 0; i < n; i++)
                m[i] = pow(u[i], 1 / s->power);
        }

    The functions are called from several threads and must not keep state. What the table points to
    must outlive the context.

    size: sizeof(adrop_technique_table)
    name: lower-case letters, digits and '-'; as written after --dropout
    summary: one line
    reference: its origin; NULL: not stated
    options: table of its settings, a struct of settings_size bytes; NULL: none
    examples: texts that choose it, ended by NULL; checks use them. NULL: only its name"""
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
    """The result of one check of a technique.

    check: what was checked, a few words
    passed: 1, or 0
    found: the worst value found, and the largest accepted
    most: the worst value found, and the largest accepted"""
    _fields_ = [
        ("check", c_char_p),
        ("passed", c_int),
        ("found", c_double),
        ("most", c_double),
    ]


class adrop_site(Structure):
    """Where the layer is in the network. Initialise it with one of the two calls below.

    size: sizeof(adrop_site)
    rows: largest number of rows in a pass
    channels: of a row of x; dense: units, 1, 1
    height: of a row of x; dense: units, 1, 1
    width: of a row of x; dense: units, 1, 1
    outputs: of the dense layer that follows; 0: none
    n_train: rows of the training set, for KL / N; 1 if unknown
    layer: its number in the network, which must be unique: part of every address
    has_pre: 1: passes provide the pre-activation of x
    shards: parts that a batch is split into, or passes in flight; 1
    branch: if x is the end of a residual branch: its number, from 1, and the number of branches in the network (drop-path); 0: not a branch
    branches: if x is the end of a residual branch: its number, from 1, and the number of branches in the network (drop-path); 0: not a branch
    places: number of dropout layers in the network, from which advanced-cross derives its initial noise; 0: unknown
    is_double: 1: all arrays of passes, the parameters and their gradients are double (cast the pointers); 0: float"""
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
    """One pass over some rows. n is channels * height * width, p the outputs. A technique that replaces
    the product of the following layer (dropconnect, variational with type=b:
    adrop_dropout_replaces_product) reads weight and bias and writes y as (rows, p).

    size: sizeof(adrop_pass)
    step: optimiser step, or index of the Monte Carlo pass
    first_row: index of the first row in the whole batch
    row_numbers: (rows): the number of each row; NULL: first_row + i
    rows: at most the site's
    shard: index of the shard; 0
    batch_rows: rows of the whole batch; 0: rows
    x: (rows, n)
    pre: (rows, n), for techniques that need it
    weight: (p, n), for techniques that need it
    bias: (p), or NULL
    y: (rows, n), written; may be x
    dy: the shape of y; only for backward, like all members below
    dx: (rows, n), written; may be dy
    dpre: (rows, n), added to; or NULL
    dweight: (p, n), added to; or NULL
    dbias: (p), added to; or NULL
    extra: forward in phase train: receives the extra loss of these rows, which adrop_dropout_extra_loss then omits; or NULL
    dextra: backward: the weight of the extra loss in the gradients; NULL: 1"""
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
    """The distribution of one unit's mask m in phase sample: y = x m scale.

    mean: of m
    variance: of m
    rate: 1 - E[m]; for masks of mean 1: the rate of the Bernoulli mask with the same noise level
    mu: of the model-free family; NaN for other distributions
    sigma: of the model-free family; NaN for other distributions
    level: Var[m] / E[m]^2: the relative variance of y where E[y] = x; NaN if E[m] is 0"""
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
    Tests that do not assume a normal distribution. Exact tests count the equally likely outcomes
    that are at least as extreme; two-sided p is twice the smaller tail, at most 1. Ties are equal
    doubles: 98.3 - 98.1 and 98.2 - 98.0 are not equal, but 983 - 981 and 982 - 980 are. ADROP_EINVAL
    for zero values, and for values that are not finite.

    least_p: the smallest p possible with this many values; if it is above alpha, no outcome is significant
    exact: 1: p is exact; 0: an approximation, described below"""
    _fields_ = [
        ("statistic", c_double),
        ("p", c_double),
        ("least_p", c_double),
        ("exact", c_int),
    ]


class adrop_set_scores(Structure):
    """Rows that may have several classes, or none. counts (3, classes) has, per class, how often it was
    predicted and true (TP), predicted but not true (FP), and true but not predicted (FN). A class is
    predicted where its probability is above one half. p and truth (0 or 1) are (n, classes).

    micro_f1: 2 TP / (2 TP + FP + FN) of the sums over classes
    macro_f1: the mean of the classes' F1, 0 for a class that is neither true nor predicted
    subset_accuracy: the share of rows whose predicted classes are exactly the true ones
    nll: mean over rows and classes of the binary cross-entropy"""
    _fields_ = [
        ("micro_f1", c_double),
        ("macro_f1", c_double),
        ("subset_accuracy", c_double),
        ("nll", c_double),
    ]


class adrop_probability_scores(Structure):
    """adrop_probability_scores of adrop/measure.h

    accuracy: of the most probable class; ties go to the smaller number
    nll: mean of -log p(truth); p is clamped to the smallest normal double
    brier: mean over rows of the sum over classes of (p - [truth])^2, in [0, 2]"""
    _fields_ = [
        ("accuracy", c_double),
        ("nll", c_double),
        ("brier", c_double),
    ]


class adrop_detection(Structure):
    """------------------------------------------------------------------------
    Detection: does a score separate positives (1) from negatives (0)? For misclassification, the
    score is the confidence and a positive is a correct prediction. For out-of-distribution data, the
    score is the uncertainty and a positive is a row of the other set.

    auroc: probability that a positive scores above a negative; ties count one half
    standard_error: of auroc, by DeLong; the interval on the logit scale
    low: of auroc, by DeLong; the interval on the logit scale
    high: of auroc, by DeLong; the interval on the logit scale
    aupr: average precision: sum of (R_i - R_i-1) P_i over distinct scores
    fpr95: smallest share of negatives above a threshold that keeps 95 % of the positives"""
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
    """Two models on the same n rows: AUROC of a minus AUROC of b. Positives may differ, because two
    models err on different rows; the interval and p therefore come from `resamples` bootstrap
    samples of rows, the same for both models and a function of the seed. Samples in which a model
    has no positive or no negative are not counted.

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
    Selective prediction: the risk when the least confident predictions are rejected.

    aurc: mean over coverage of the risk among the most confident rows
    best_aurc: of a confidence that ranks rows by their loss
    augrc: mean over coverage of risk x coverage (Traub et al. 2024)"""
    _fields_ = [
        ("aurc", c_double),
        ("best_aurc", c_double),
        ("augrc", c_double),
    ]


class adrop_value_scores(Structure):
    """------------------------------------------------------------------------
    Values.

    r2: 1 - sum of squared errors / sum of squared deviations of y from its mean"""
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
    penalty: RAPS only: 0.01
    free: RAPS only: 5
    seed: APS and RAPS include a random part of the last class, by row number
    may_be_empty: 0: the most probable class is in every set, and coverage is at least `level`; 1: sets may be empty, and coverage is between level and level + 1 / (n + 1)"""
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
    """comm is "auto" (the MPI library whose mpirun started this process; alone if there is none),
    "none" (alone), "openmpi", "mpich", or the path of a plug-in.

    size: sizeof(adrop_comm_opts), set by the init call
    timeout: seconds without an answer before a rank counts as lost; 60
    stop: called while waiting for a rank; nonzero stops waiting; NULL"""
    _fields_ = [
        ("size", c_size_t),
        ("comm", c_char_p),
        ("timeout", c_double),
        ("stop", CFUNCTYPE(c_int, c_void_p)),
        ("user", c_void_p),
    ]


class adrop_comm_cost(Structure):
    """Measured cost of communication: the minimum of several measurements. All ranks call it.

    numbers: floats in the sum
    exchange_seconds: of exchanging eight bytes between all ranks
    sum_seconds: of a sum over one shard per rank
    add_seconds: of adding two such blocks, without communication, on one thread
    bytes_per_second: sent by one rank during the sum: 2 (R - 1) / R of the block"""
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
    batch: largest number of rows in a call
    shards: parts that a training batch is split into; memory is that of one
    n_train: rows of the training set, the divisor of some losses
    seed: of initial parameters and of noise
    direct: 1: no Winograd convolutions (to compare)
    input_gradient: 1: adrop_model_backward_from can return the gradient of the inputs; training then computes it too, which costs memory and time
    no_finite_check: 1: do not check inputs and gradients of training for values that are not finite, which takes a pass over each
    sparse: 1: rows are sparse (adrop_batch): the first layer of an mlp skips zeros
    dropout_strength: strength of the technique (adrop/dropout.h); 1
    sync_batch_norm: 1: batch normalisation uses the statistics of the whole batch, across all shards and ranks; memory is that of all shards of a rank"""
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
    step: training step, or index of the Monte Carlo pass
    row_numbers: (rows): the number of each row; NULL: 0, 1, ...
    weights: (rows), not negative: the factor of a row's loss; NULL: all 1
    r_drop: if positive: rows 2i and 2i + 1 must be the same input, and r_drop times the mean of the two divergences between their softmax outputs is an extra loss (Liang et al. 2021); rows must be even
    sparse: replaces x, for a model created with sparse; a dense x also works, to the same bits"""
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
    """Each is from 0 to 1000; clip up to 1e30.

    size: sizeof(adrop_rates)
    dropout_lr: of the techniques' own parameters
    dropout_decay: of the techniques' own parameters
    clip: largest norm of the whole gradient; 0: no clipping"""
    _fields_ = [
        ("size", c_size_t),
        ("lr", c_double),
        ("weight_decay", c_double),
        ("dropout_lr", c_double),
        ("dropout_decay", c_double),
        ("clip", c_double),
    ]


class adrop_response(Structure):
    """How parameters that learn by response move.

    size: sizeof(adrop_response)
    lr: of the weights, at this step
    horizon: steps of that rate, with the optimiser's momentum or preconditioner, after which the noise is evaluated: about a hundredth of all steps, and at least 10
    step: approximate upper bound of their move: the rate of their own Adam
    reach: norm of the change of the weights between two passes
    ahead: 1: the exact gradient, at the weights after the step, with one more pass
    noise_free: 1: the other rows are evaluated without noise, so noise does not increase their loss: for rows that are not trained on"""
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
    """A tensor in place, without a copy.

    values: (dims), PyTorch's layout; read-only: use adrop_model_set to write
    is_double: double in a model in f64; else float
    i: the tensor's index"""
    _fields_ = [
        ("values", c_void_p),
        ("is_double", c_int),
        ("n", c_size_t),
        ("n_dims", c_size_t),
        ("dims", c_size_t * 4),
        ("i", c_size_t),
    ]


class adrop_model_file_opts(Structure):
    """How a model is created from a file.

    size: sizeof(adrop_model_file_opts), set by the init call
    dropout: NULL: as in the file; "none": plain inference, as above
    batch: largest number of rows in a call; 256
    precision: f32"""
    _fields_ = [
        ("size", c_size_t),
        ("dropout", c_char_p),
        ("batch", c_size_t),
        ("precision", c_int),
    ]


class adrop_model_info(Structure):
    """adrop_model_info of adrop/model.h

    n_params: learned, without those of techniques
    n_dropout_params: those of techniques
    macs: multiplications per row, forward
    training_flops: per row: forward, and the gradients that are computed
    arena_bytes: activations and gradients of the largest plan so far
    precision: "f32", "bf16" or "f64"
    why: a sentence with the reason for that choice
    isa: instruction set of the arithmetic library, e.g. "avx2" """
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
    algorithm: convolutions: that of forward; dense layers that skip zeros (adrop/units.h): "csr" or "in order"; else ""
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

    text: as given, or as written in the file
    n_in: how many layers it reads,
    in: and which: 0 is the input, 1 the first layer"""
    _fields_ = [
        ("text", c_char_p),
        ("n_in", c_size_t),
        ("in", c_size_t * 8),
    ]


class adrop_text_opts(Structure):
    """Part of adrop_split_opts (rows.h) and of adrop_data_opts (data.h), whose tables include its
    rows.

    features: "tfidf", "lsa:K", "hash:B"; "": tfidf, or lsa:10 for the set reuters21578
    ngrams: runs of up to this many words are terms; 1
    char_ngrams: "A-B": runs of A to B characters of a word, with a blank before and after it, instead of words; "": words
    min_df: a term must occur in at least this many training documents; 0: 3 with 1000 documents or more, otherwise 1
    max_df: and in at most this share of them; 1
    stem: language of Snowball's stemmer: "english"; "": none
    stop_words: 1: omit English function words; 0"""
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
    """Settings. All are rows of adrop_split_options(), except size, seed (any value is valid) and
    class_weights (the numeric form of class_weight).

    size: sizeof(adrop_split_opts), set by adrop_split_opts_init
    seed: of splits and subsets; 1
    input_scale: an adrop_input_scale
    standard_target: regression: scale targets to mean 0 and standard deviation 1 over the training rows; yes
    val_fraction: of the training rows, stratified by class; 0
    test_fraction: of all rows, stratified by class, if there is no test part; 0: a fifth, or none if every row has a given part
    train_per_class: limit; a smaller one selects a subset of a larger one; 0: all
    test_per_class: without a test part: exactly this many; otherwise a limit; 0: all
    train_limit: limit of all training rows; 0: all
    missing: an adrop_missing: how missing values are handled; refuse
    folds: k-fold: rows are split into `folds` folds with similar class shares, rows of a group together; `fold` (from 1) is the test part, the rest is for training; 0: none
    fold: k-fold: rows are split into `folds` folds with similar class shares, rows of a group together; `fold` (from 1) is the test part, the rest is for training; 0: none
    class_weights: an adrop_class_weights; none
    class_weight: the same as a text, which takes precedence unless it is "none" or "": "balanced", or "spam:2,ham:1", the weights of classes; 1 for classes not listed
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
    channels: of a row; a table has columns, 1, 1; default of height and width: 1
    height: of a row; a table has columns, 1, 1; default of height and width: 1
    width: of a row; a table has columns, 1, 1; default of height and width: 1
    values: finite; in a table, NaN is a missing value, handled as `missing` of the split says
    pixels: at most top
    top: the largest value a pixel can have; 255
    labels: (rows), 0, .. classes - 1; for several per row, see label_start
    targets: (rows, n_targets), finite
    classes: of labels; 0: the largest label plus 1
    class_names: (classes); NULL: numbers from 0
    column_names: (channels); NULL: none
    parts: (rows), ADROP_ROW_TRAIN, _VAL, _TEST or _UNUSED; NULL: split by the options
    borrow: 1: values, pixels, labels (not with label_start) and targets are not copied; they must not change until the data and all views of them are freed; 0
    target_name: the name of the labels or of the only target; NULL: none
    n_targets: target values per row; 1
    target_names: (n_targets), replaces target_name; NULL: none
    weights: (rows), not negative: the factors of rows in the loss, scaled to mean 1 over the training rows; NULL: all 1
    groups: (rows), 0, .. rows - 1: rows with the same number stay in one fold; NULL: none
    label_start: (rows + 1), the first 0; NULL: each row has one class
    n_words: (channels): words in each column, 0 for numbers; NULL: no column has words
    words: those of the first column with words, then of the next; UTF-8
    sparse: (rows) with `channels` columns; copied
    texts: (rows) documents in UTF-8, converted as `terms` of the split says; channels is ignored; requires labels
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

    name: as requested
    path: where it was found; "" for built-in sets and arrays
    format: "idx" and the like; "built-in"; "arrays"
    rows: in all parts, used or not
    channels: of a row as the network reads it; (columns, 1, 1) for a table, where a column of words counts as many columns as it has words
    height: of a row as the network reads it; (columns, 1, 1) for a table, where a column of words counts as many columns as it has words
    width: of a row as the network reads it; (columns, 1, 1) for a table, where a column of words counts as many columns as it has words
    classes: 0 for regression
    n_train: rows in use
    n_val: rows in use
    n_test: rows in use
    is_image: rows are maps that can be augmented
    is_pixels: rows are bytes: adrop_data_pixels
    input_scale: never auto
    target_mean: y = target_mean + target_deviation z; 0 and 1 for classification or raw targets; with several targets, those of the first
    target_deviation: y = target_mean + target_deviation z; 0 and 1 for classification or raw targets; with several targets, those of the first
    columns: of a table, as read; otherwise channels
    words: how many of the columns hold words
    unseen: words that are not in the training rows
    missing: missing values
    has_answers: 0: inputs only; labels are -1 and targets NaN
    is_text: raw rows are documents
    is_sparse: rows are mostly zero: batches contain them as sparse rows
    is_multi_label: a row may have several classes, or none
    targets: target values per row; 0 for classes
    target_deviations: (targets), the deviation of each; valid as long as the data"""
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
    """The columns of a table in file order, inputs or not: a listing, 0 past the last.

    name: made unique; "" if the table has no header
    role: "input", "target", "id", "weight", "group"; for columns left out: "dropped" by the options, "index" for a row counter, "left-out" for words that are nearly all different
    form: how values are written: "numbers in $, commas between thousands", "dates, day first", "words"; "" for columns left out
    words: number of different words in an input; 0: numbers"""
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
    rows: per batch; the last may have fewer; 256
    seed: of orders and augmentation; 1
    shuffle: 1: a different order in every epoch; 0: ascending
    drop_last: 1: omit a last batch with fewer rows; 0
    augment: ADROP_AUGMENT_ flags; 0
    workers: threads that decode and augment ahead; 0: none, adrop_batches_next does the work, as it also does if rows only need copying; 2
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
    labels: (n), or NULL for regression and for rows with several classes
    targets: (n, targets), standardised if requested; for rows with several classes (n, classes) of 0 and 1; NULL for other classification
    rows: (n): the row numbers
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
    batch: per step; 256, or the training rows if fewer
    optimizer: "sgd"
    lr: learning rate; 0.01
    momentum: of sgd; 0.9 and 5e-4
    weight_decay: of sgd; 0.9 and 5e-4
    dropout_lr: of the techniques' parameters; 1e-4 and 0
    dropout_decay: of the techniques' parameters; 1e-4 and 0
    schedule: constant, step, cosine; step with lr_drop
    lr_drop: epochs after which both rates fall to a tenth
    warmup: epochs of increasing rates
    clip: largest norm of the gradient; 0: any
    augment: none, crop-flip, resize-flip
    patience: stop after this many epochs without a better validation result; 0: never
    seed: of initial weights, orders and noise; 1
    workers: threads that decode and augment ahead; 1
    eval_every: epochs between evaluations on validation and test rows, in addition to the last epoch; 0: only the last; 1
    freeze: parameters that are not trained: names of tensors or layers, comma-separated, with shell wildcards; backbone: all but the dense layers at the end; "": none
    no_finite_check: 1: check only the loss of a step for values that are not finite, not its inputs and gradients
    r_drop: R-Drop: weight of the divergence between two passes of each row of a step; 0: one pass
    dropout_schedule: of the techniques' strength: early:N, late:N or linear:A..B; "": constant
    dropout_every: steps between two responses (adrop_model_response), which train advanced-cross; 0: none; 8
    dropout_horizon: of a response, in steps; 0: a hundredth of all steps, at least 10
    dropout_step: of a response; 0.2
    dropout_rows: other rows of a response; 0: the next batch
    dropout_wait: share of all steps before the first response; 0.03
    dropout_judge: next, held-out: the other rows of a response are the next batch, or rows withheld from training, without noise; next
    dropout_held_out: share of the training rows to withhold for that; 0.1
    keep_best: 1: after training, the model has the weights of the best epoch on the validation rows; 0: those of the last"""
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
    """Progress of an epoch, reported after every step.

    step: of this epoch
    steps: of this epoch
    loss: of the epoch so far, with noise; acc NaN for regression
    acc: of the epoch so far, with noise; acc NaN for regression
    seconds_left: of all epochs, estimated; NaN at the start"""
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
    """The result of an epoch. Accuracies are percentages; train_acc is that of the noisy outputs during
    training. Errors (rmse) are in the target's units. Members that do not apply are NaN, and so are
    val_* and test_* of an epoch without evaluation (eval_every).

    epoch: from 1
    lr: of the last step
    seconds: training alone; evaluation
    eval_seconds: training alone; evaluation
    json: adrop_train: the line of metrics.jsonl; else NULL
    dropout_strength: of the last step; 1 without dropout_schedule
    val_micro_f1: as in adrop_score
    val_macro_f1: as in adrop_score
    test_micro_f1: as in adrop_score
    test_macro_f1: as in adrop_score"""
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
    """Members may be NULL. progress is called after every step. stop is called after every step of
    adrop_trainer_epoch and adrop_trainer_run: nonzero ends the call with ADROP_EINTR, unless nothing
    was left to do. epoch is called by adrop_trainer_run after every epoch.

    size: sizeof(adrop_trainer_hooks)"""
    _fields_ = [
        ("size", c_size_t),
        ("user", c_void_p),
        ("progress", CFUNCTYPE(None, c_void_p, POINTER(adrop_progress))),
        ("epoch", CFUNCTYPE(None, c_void_p, POINTER(adrop_epoch))),
        ("stop", CFUNCTYPE(c_int, c_void_p)),
    ]


class adrop_step(Structure):
    """The result of a step.

    epoch: the epoch of the step, from 1
    step: its index in the epoch, from 1, and the steps per epoch
    steps: its index in the epoch, from 1, and the steps per epoch
    loss: mean over the rows; what techniques and penalties add
    extra: mean over the rows; what techniques and penalties add
    lr: of the weights
    epoch_over: it was the last of the epoch: adrop_trainer_epoch evaluates it"""
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

    n: rows; 0: the part is empty, and all else is NaN
    loss: mean over the rows
    acc: NaN where they do not apply; top5 with more than 5 classes
    top5: NaN where they do not apply; top5 with more than 5 classes
    rmse: NaN where they do not apply; top5 with more than 5 classes
    micro_f1: for rows with several classes, in per cent: over all decisions, and the mean of the classes' (0 for a class that is neither true nor predicted); acc is then the share of rows whose classes are all correct. NaN otherwise
    macro_f1: for rows with several classes, in per cent: over all decisions, and the mean of the classes' (0 for a class that is neither true nor predicted); acc is then the share of rows whose classes are all correct. NaN otherwise"""
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
    """The state of training. Results are accuracies, or errors for regression; NaN: none yet.

    step: steps done, over all epochs
    epoch: epochs done, and steps done of the next
    batch: epochs done, and steps done of the next
    steps: per epoch
    since_best: epochs since the best validation result
    best: best results on test and validation rows
    best_val: best results on test and validation rows
    last: result on test rows of the last epoch
    seconds: of training only, including sessions before a save"""
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
    layer_number: its index there
    channel: in that layer's output"""
    _fields_ = [
        ("layer", c_char_p),
        ("layer_number", c_size_t),
        ("channel", c_size_t),
    ]


class adrop_criterion_info(Structure):
    """What is removed first. All pointers live for ever.

    node_technique: the technique for training networks whose nodes it ranks; "none": any; NULL: it does not rank nodes
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
    rate: per cent of the existing units; 0: none; 10
    scope: an adrop_prune_scope
    data: training rows for criteria that need gradients (taylor); NULL: these fail
    batch: rows per batch, at most the model's; 0: the model's
    seed: for `random`; 1 and 1
    round: for `random`; 1 and 1"""
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
    dropout: NULL: as trained; "none": no dropout, if the technique allows it (adrop_model_load)
    batch: largest number of rows in a pass; 256
    precision: f32
    sparse_weights: whether zero weights are skipped; auto"""
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
    is_multi_label: each output is the probability of its class, independent of the others: they do not sum to 1
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
    samples: noisy passes, 50; 0: one pass without noise. For a technique with fixed masks (masksembles) at most its number of members: there are no other passes
    shared_masks: 1: pass t uses the same masks for every row, like one network drawn at random; 0: every row has its own masks
    by_moments: 1: no samples: propagate the first two moments of every mask through the network (only chains of dense layers, ReLU and dropout)"""
    _fields_ = [
        ("size", c_size_t),
        ("samples", c_size_t),
        ("shared_masks", c_int),
        ("by_moments", c_int),
    ]


class adrop_sampled(Structure):
    """Statistics of the passes, in the caller's arrays; memory does not grow with the number of passes.
    All but mean may be NULL. For class probabilities p_t of pass t, in nats:

        entropy             H(mean of p_t): total uncertainty
        expected_entropy    mean of H(p_t): the uncertainty that remains with known weights
        mutual_information  the difference: disagreement between passes
        energy              mean of -log sum exp of the outputs

    For regression these four are NaN. By moments, the probabilities are those of normal outputs,
    MacKay's softmax(u / sqrt(1 + pi v / 8)); the std of probabilities, expected entropy and mutual
    information are then unknown: NaN.

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
    """The passes themselves, in the caller's arrays. Either may be NULL, but not both. With S passes:

        draws       (n, S, outputs): the output of each pass. For regression in the target's units;
                    for a classifier probabilities or, with logits, the outputs before softmax or
                    sigmoid
        quantiles   (n, n_at, outputs): of the S values of an output, at at[0], .., at[n_at - 1]:
                    with sorted values x_0, .., x_(S - 1), the quantile at q is x_h, h = q (S - 1),
                    interpolated linearly

    size: sizeof(adrop_draws)
    logits: 1: no softmax, no sigmoid; 0
    draws: room for opts->samples passes, or one if that is 0
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
    """Raw rows in one of the forms of data sets from arrays (adrop_arrays of rows.h). The same rows
    give the same bits in every form, from memory or from a file (adrop_run_open_inputs).

    size: sizeof(adrop_raw_rows), set by adrop_raw_rows_init
    values: (n, channels, height, width)
    pixels: the same, for a model of pixels
    sparse: (n) with the model's columns; for a table, or for terms
    texts: (n) documents in UTF-8, for a model of documents
    n_words: (channels)
    words: those of the first column with words, then of the next
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
    samples: noisy passes in the graph; 0: the network without noise
    data: a description of the training data, for the metadata; NULL: none
    threshold: of a calibration (adrop_calibration_threshold). If positive, there are additional outputs: the classes with 1 - probability at most this or, for one target, the interval ends mean -+ threshold sqrt(std^2 + noise^2)
    noise: of a calibration, for regression
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

    rows: calibration rows
    classes: 0 for regression
    samples: noisy passes per prediction; 0: one pass without noise
    temperature: for classes; NaN for regression
    noise: for regression, added to the standard deviation of the passes; NaN for classes"""
    _fields_ = [
        ("rows", c_size_t),
        ("classes", c_size_t),
        ("samples", c_size_t),
        ("temperature", c_double),
        ("noise", c_double),
    ]


class adrop_data_opts(Structure):
    """Settings. All are rows of adrop_data_options(), except the first four and class_weights (the
    numeric form of class_weight).

    size: sizeof(adrop_data_opts), set by adrop_data_opts_init
    data: a known name (adrop_known_data_at), or a path
    data_dir: the folder of known data sets; NULL: none
    seed: of splits and subsets; 1
    format: 0: by content; otherwise adrop_data_format_at(format - 1)
    task: an adrop_task
    target: table: the target's name, or its number from 1; "": the last column
    input_scale: an adrop_input_scale
    standard_target: regression: scale targets to mean 0 and standard deviation 1 over the training rows; yes
    val_fraction: of the training rows, stratified by class; 0
    test_fraction: of all rows, stratified by class, if there is no test part; 0: a fifth (caltech256: the rows of a class beyond 60). uci: replaces its splits
    train_per_class: limit; a smaller one selects a subset of a larger one; 0: all
    test_per_class: without a test part: exactly this many; otherwise a limit; 0: all
    train_limit: limit of all training rows; 0: all
    split: uci: which of its splits, from 0
    image_size: images: height and width after resizing; 0: all must have the size of the first
    channels: images: 1 for grey, 3 for colour; 0: 3
    cache_mb: images: decode once if they fit into this many MiB, otherwise on every use (folders only); 2048
    test_rows: a file with the numbers of the test rows, from 0, separated by blanks, if there is no test part; uci: replaces its splits. "paper": the built-in split of boston, concrete, wine-red and yacht. "": none
    missing: an adrop_missing: how missing values are handled; refuse
    folds: as in adrop_split_opts; 0: none
    fold: as in adrop_split_opts; 0: none
    class_weights: an adrop_class_weights; none
    drop: columns to leave out
    id: the column that names rows; not an input
    weight: the column of row weights in the loss; not an input
    group: the column whose equal values stay in one fold; not an input
    dates: columns of dates, read as days since 1970-01-01
    test: another table, whose rows become the test part
    class_weight: as in adrop_split_opts
    terms: how documents become inputs (text.h)
    single_topic: reuters: only documents with a single topic; 0
    strict: 1: refuse documents that are not UTF-8; 0: replace invalid bytes by U+FFFD
    text: table, jsonl: the column with the documents; "": rows are not documents or, with task text, the column `text`
    multi_label: 1: a document may have several classes, or none; 0
    label_separator: between the classes in a table cell; "|"
    encoding: table, jsonl, fasttext, lines: an adrop_encoding; auto
    keep: columns to keep as inputs that would be left out: words that are nearly all different, or an unnamed counter
    decimal: an adrop_decimal: of all numbers; auto
    date_order: an adrop_date_order: of dates that do not begin with the year; auto"""
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
    """The files that were read: path, length and XXH3_64bits of each. A folder of images has too many
    files to list and is one entry: xxh3 is a sum over the names and lengths of all files, contents
    one over the names, lengths and bytes of the images (0 for other formats). A listing of
    adrop_data_n_files entries."""
    _fields_ = [
        ("path", c_char_p),
        ("bytes", c_uint64),
        ("xxh3", c_uint64),
        ("contents", c_uint64),
    ]


class adrop_known_data(Structure):
    """The known names and the formats: two listings.

    readable: 0: known, but not yet readable
    places: where it is searched for below the data folder, comma-separated
    train: rows of the complete set; 0: varies
    test: rows of the complete set; 0: varies
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
    """launch and slurm are rows of adrop_launch_options(). folder, program, jobs and threads have no
    rows: programs have their own options for them.

    size: sizeof(adrop_launch_opts), set by the init call
    launch: an adrop_launch_kind; local
    slurm: "partition=long,time=60": options of sbatch; "signal" sets how many seconds before the time limit runs are saved and the job is requeued, 90
    folder: of the experiment
    program: slurm: the program that workers run
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
    """The state of a worker; texts live as long as the context.

    size: sizeof(adrop_worker_info)
    worker: its number
    job: "Slurm job 17_3", or ""
    run: the directory of the run assigned to it; "": none
    epoch: its last progress; 0: unknown
    epochs: its last progress; 0: unknown
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
    """Settings; all but size and command are rows of adrop_train_options(). "Suits the data" means the
    paper's setting for a known set, and a default for the kind of data otherwise.

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
    patience: stop after this many epochs without a better validation result; 0: never
    seed: of initial parameters, orders and noise, and of splits unless data_seed is given; 1
    shards: 1
    precision: ADROP_PRECISION_F32, _BF16 or _AUTO: checkpoints are of floats
    workers: threads that decode and augment ahead; 1
    save_steps: steps between additional checkpoints; 0: none
    out: the run directory; "": none
    resume: resume the run in out, if there is one
    save_seconds: between checkpoints, 30; 0: one after each epoch. A checkpoint is also written when the run ends or is stopped
    data_seed: of splits and subsets; 0: seed
    allow_changed_data: continue although the data differ from those of the record, which then says so
    eval_every: epochs between evaluations; 0: only the last; 1
    init: a run directory or a file with initial weights: tensors with matching name and shape are used; "": none
    freeze: parameters that are not trained (adrop/trainer.h)
    command: how the run was started, for its record; NULL: not recorded
    no_finite_check: check only the loss (adrop/trainer.h)
    keep_zeros: weights that are zero in init stay zero (adrop/units.h)
    r_drop: as in adrop_trainer_opts; 0
    dropout_schedule: as in adrop_trainer_opts; ""
    sync_batch_norm: statistics of the whole batch, not of each shard; 0
    dropout_every: as in adrop_trainer_opts; 8
    dropout_horizon: as in adrop_trainer_opts; 0
    dropout_step: as in adrop_trainer_opts; 0.2
    dropout_rows: as in adrop_trainer_opts; 0
    dropout_wait: as in adrop_trainer_opts; 0.03
    dropout_judge: as in adrop_trainer_opts; next
    dropout_held_out: as in adrop_trainer_opts; 0.1"""
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
    """Members may be NULL. stop is called after every step: nonzero saves and ends the run, and the
    call returns ADROP_EINTR unless nothing was left to do.

    A hook must return. If it leaves by longjmp or an exception, the memory of the run and the lock
    of its directory stay allocated: no other run of the process can use that directory. Use stop to
    end early.

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
    interrupted: stop ended it: ADROP_EINTR; what was done is saved
    resumed: from a checkpoint
    test_acc: classification; if interrupted, of the last finished epoch
    best_test_acc: classification; if interrupted, of the last finished epoch
    test_rmse: regression; likewise
    best_test_rmse: regression; likewise
    train_acc_mean: without noise, after training
    train_rmse_mean: without noise, after training
    seconds: of training only, over all sessions of the run
    best_epoch: 0: no validation part
    val_acc: of that epoch
    val_rmse: of that epoch
    last_acc: on test rows, after the last epoch
    last_rmse: on test rows, after the last epoch
    stopped_early: patience ran out
    test_micro_f1: for rows with several classes, of the saved model (adrop_score defines them); else NaN
    test_macro_f1: for rows with several classes, of the saved model (adrop_score defines them); else NaN"""
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
    data_dir: the folder of known sets; NULL: none
    inputs: open rows for prediction, with any classes
    all: all rows, without the run's splits and limits
    allow_changed_data: accept the run's own data if they differ from its record
    sparse_weights: whether zero weights are skipped (adrop/units.h)"""
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
    model: none: the default for the data
    dropout: techniques, as for --dropout; a comma separates names without settings; "all": every technique; none: "advanced"
    runs: per cell; 5
    seed: 1
    paired: techniques share seeds and tests are paired; yes
    by_split: run k uses split k - 1 of the data (uci)
    baseline: the technique that others are compared with; "advanced"
    test: auto (welch, or paired), welch, pooled, paired
    level: of intervals and verdicts; 0.95
    choose: choose open settings; yes
    choose_epochs: of the runs that choose settings; 0: as the others
    jobs: runs at once; each gets its share of the threads; 1
    timing: time the steps of all techniques after the runs; no
    timing_rounds: 5
    out: the folder; required
    choose_dropout_lr: candidate rates for each technique that learns; none: all use train's dropout_lr
    unpaired: each technique has its own seeds; the same as paired = 0"""
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

    data: dropout as trained; "" while a choice is open
    model: dropout as trained; "" while a choice is open
    dropout: dropout as trained; "" while a choice is open
    candidate: in a choice: the settings tried; otherwise ""
    run: from 1; 0 for a choice
    message: why it failed, or ""
    data_seed: of its rows: the same for all techniques"""
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
    epochs: per run
    batch: per run"""
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
    """Progress of the whole comparison.

    done: of the plan
    failed: of the plan
    runs: of the plan
    run: the run that reported
    at: its progress
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
    """Members may be NULL. Calls never overlap, but may come from different threads.

    size: sizeof(adrop_compare_hooks)
    launch: trains the runs of this call (launch.h); NULL: this program"""
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
    """A row of the table: one technique on one data set and network. Values that cannot be computed are
    NaN: tests with fewer than two runs, times without timing.json, ratios without `none`.
    Differences are this row minus the baseline's row.

    data: dropout as it was trained
    model: dropout as it was trained
    dropout: dropout as it was trained
    asked: and as requested
    chosen: the choice made, as "beta=0.2 of 0.001, 0.1, .."; ""
    n: runs done, planned, failed
    planned: runs done, planned, failed
    failed: runs done, planned, failed
    values: (n)
    seeds: (n)
    rank: by the mean, within its data set and network: 1 is best
    difference: with its confidence interval
    low: with its confidence interval
    high: with its confidence interval
    p: Holm's correction over all rows of the table
    p_holm: Holm's correction over all rows of the table
    effect: Hedges' g
    p_paper: Welch, one-sided, population standard deviations: as in the paper's tables
    p_rank: Wilcoxon's (signed ranks if paired), and its smallest possible value
    least_p_rank: Wilcoxon's (signed ranks if paired), and its smallest possible value
    seconds_per_epoch: median
    rate: 1 - E[m] and Var[m] / E[m]^2 of the final masks, averaged over dropout layers and runs; 0 for `none`
    noise_level: 1 - E[m] and Var[m] / E[m]^2 of the final masks, averaged over dropout layers and runs; 0 for `none`
    chosen_edge: -1 or 1: the chosen value is the smallest or largest candidate, so a better one may lie outside the range; else 0"""
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
    width: of the whole figure. SVG: pixels, 640; text: columns, 80
    height: of the plot of one panel: pixels, 240; lines, 12. Kinds with one line per name have their own height
    columns: panels side by side; 0: as many as are readable
    digits: of values: significant digits, 0: all that are needed to read them back
    ascii: text: no characters beyond ASCII
    colour: text: use terminal colours
    number: HTML: number of the figure within its page, which makes its ids unique"""
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
    """Several columns at once, ended by one without align; a NULL unit is ""."""
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
    columns: width of a line of text, 80
    is_terminal: text: wrap prose and keep lines within columns; otherwise wrap only the last column of a table and write each sentence on one line
    ascii: text: no characters beyond ASCII
    colour: text: bold and underline by terminal codes
    number: HTML: number of the first figure within the page
    brief: HTML: omit what has no label; CSV: omit facts, and write sentences as lines that begin with '#'"""
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
    data_dir: the folder of known sets; created if missing
    source: URL of a folder with the same files; NULL: the official site
    proxy: for HTTPS, in libcurl's syntax; NULL: none
    no_proxy: hosts to reach without the proxy, comma-separated; NULL: none
    connect_seconds: timeout for connecting; 30
    stall_seconds: timeout while a server sends nothing; 60"""
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
    """Progress of a download.

    file: the name of the current file
    index: its number, from 1, and the number of files
    files: its number, from 1, and the number of files
    bytes: done and total, of all files, including those already present
    all_bytes: done and total, of all files, including those already present
    bytes_per_second: during this call; 0 at the start
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
    """A file in place.

    sum: 32 digits: MD5; 64: SHA-256
    fetched: 0: it was already present"""
    _fields_ = [
        ("path", c_char_p),
        ("url", c_char_p),
        ("sum", c_char_p),
        ("bytes", c_uint64),
        ("fetched", c_int),
    ]


class adrop_get_hooks(Structure):
    """Members may be NULL. progress and stop are called during the transfer, at least once a second. If
    stop returns nonzero, the call ends with ADROP_EINTR and keeps what was received.

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

    files: files in place now, and those downloaded by this call
    fetched: files in place now, and those downloaded by this call
    bytes: received over the network
    interrupted: stop ended the call: ADROP_EINTR"""
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
    rate: per cent of the remaining units that each round removes; 10
    rounds: after round 0; 0: 10, or as many as keep needs
    keep: share of units in the last round; 1: not set. If rounds is set too, the rate follows from both
    scope: an adrop_prune_scope
    rewind: "init", "epoch:K" (of round 0), "none"
    one_shot: rank all rounds by round 0
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
    """A round. Unknown values are NaN.

    round: 0: not pruned
    units: nodes or weights in this round
    kept: units divided by those of round 0
    params: learned, without those of techniques and without removed weights
    macs: multiplications per row, without removed weights
    bytes: of the model file
    test_before: accuracy or RMSE on test rows after removing the units, before rewinding
    test: after training
    ms_per_batch: of inference; adrop_prune_time
    whole_ms_per_batch: of round 0, measured in alternation
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
    """The state of a pruning. Texts live as long as the pruning.

    task: regression: test is an RMSE
    rounds: round 0 included
    epochs: per round; rows per step, and of ms_per_batch
    batch: per round; rows per step, and of ms_per_batch
    unit: "node", "weight"
    criterion: its name
    dropout: used for training round 0
    model: used for training round 0"""
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
    """Progress of a pruning.

    round: the current round; the last round
    rounds: the current round; the last round
    at: its progress
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
    """Members may be NULL.

    size: sizeof(adrop_prune_hooks)
    round: when it is done"""
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
    vary: what to search; 1 to 16 texts
    method: an adrop_tune_method; halving
    by: 0: validation accuracy, or RMSE; 1: validation loss
    trials: of random and halving; 0: 27, or all combinations if fewer
    eta: of halving and hyperband: one in eta is promoted; 3
    min_epochs: least epochs of the first rung; 1
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

    trial: from 1
    settings: "lr=0.0123 dropout=bernoulli:rate=0.3"
    same_as: the trial it is equal to; 0: none
    bracket: from 1; the last it was in
    rung: the last finished, from 1; 0: none
    epochs: trained up to then
    val: its score then; NaN: none yet
    run: its run directory, or the folder of its folds, relative to the search's folder
    message: why it failed or was left out, or "" """
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
    """A rung: how many trials are trained, and up to which epoch.

    bracket: from 1
    rung: from 1"""
    _fields_ = [
        ("bracket", c_size_t),
        ("rung", c_size_t),
        ("trials", c_size_t),
        ("epochs", c_size_t),
    ]


class adrop_tune_progress(Structure):
    """Progress of a search.

    what: "trial 7, lr=0.0123", "winner, run 2 of 5"
    done: epochs done and planned, over all folds and runs
    epochs: epochs done and planned, over all folds and runs
    running: runs
    at: the progress of the run that reported
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
    """Members may be NULL. Calls never overlap, but may come from different threads.

    size: sizeof(adrop_tune_hooks)
    launch: trains the runs of this call (launch.h); NULL: this program"""
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
    """Several runs of one setting: their results on test rows.

    n: finished; the rest is NaN for 0
    mean: std is NaN for fewer than 2
    std: std is NaN for fewer than 2
    low: interval of the mean, by Student's t, clamped to possible values: at least 0, per cent at most 100; NaN for fewer than 2
    high: interval of the mean, by Student's t, clamped to possible values: at least 0, per cent at most 100; NaN for fewer than 2
    values: (n), valid as long as the search"""
    _fields_ = [
        ("n", c_size_t),
        ("mean", c_double),
        ("std", c_double),
        ("low", c_double),
        ("high", c_double),
        ("values", c_void_p),
    ]


class adrop_tune_result(Structure):
    """The state of a search.

    epochs: R
    epochs_all: planned: all rungs and folds, without the final runs
    epochs_final: of the final runs
    epochs_full: if all distinct trials were trained to the end
    n_train: rows per trial; test rows of the final runs
    n_val: rows per trial; test rows of the final runs
    n_test: rows per trial; test rows of the final runs
    folds: 0: a validation part
    jobs: resolved
    by: "val_acc", "val_rmse", "val_loss"
    metric: of the final runs: "test_acc", "test_rmse"
    by_less: is smaller better?
    metric_less: is smaller better?
    best: trial, from 1; 0: unknown so far
    second: the next best trial after R epochs; 0: none
    final: of the winner; of the settings without `vary`
    baseline: of the winner; of the settings without `vary`
    baseline_is_best: they are the same settings, with no separate runs
    difference: final - baseline, paired by seed; NaN: unknown
    low: final - baseline, paired by seed; NaN: unknown
    high: final - baseline, paired by seed; NaN: unknown
    p: final - baseline, paired by seed; NaN: unknown"""
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
    data_dir: the folder of known sets
    part: the rows to measure: test
    ood: out-of-distribution rows; NULL: none
    calibrate: share of the rows used for calibration if there is no validation part; 0: none
    bins: of calibration errors, 15
    level: of conformal sets, 0.9
    batch: largest number of (input, pass) rows in a network pass, 256
    by_moments: 1: propagate moments through the network instead of sampling
    allow_plain: 1: accept a single run without a random layer, with one pass
    calibrate_on: a data set, all of whose rows are calibration rows; NULL: as above
    target: with several targets, the one to measure: its name, or its number from 1; NULL with one target"""
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
    """progress gets done and all, in predicted rows; stop: nonzero ends with ADROP_EINTR. Both may be
    NULL."""
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
    """Sets that may be empty (adrop_conformal_opts), with the same thresholds.

    empty: the share of empty sets"""
    _fields_ = [
        ("coverage", c_double),
        ("mean_size", c_double),
        ("empty", c_double),
    ]


class adrop_uncertainty_info(Structure):
    """adrop_uncertainty_info of adrop/uncertainty.h

    classes: 0 for regression
    ece: equal width, equal mass, mean over classes
    ece_mass: equal width, equal mass, mean over classes
    ece_classes: equal width, equal mass, mean over classes
    success: positives are correct predictions
    error: positives are errors, which changes AUPR and FPR
    ood: positives are the rows of the other set
    selective: by largest probability, loss 1 for an error
    scaled_scores: with that temperature
    conformal: by adrop_conformal_kind; no set is empty
    noise: standard deviation added to that of the passes, from calibration rows
    coverage: of central intervals of 50, 80, 90, 95 %
    interval: of constant width; in units of the standard deviation
    targets: values that the run predicts, one of which is measured; 0: classes
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
    truth: classification; -1 for regression
    predicted: classification; -1 for regression
    target: NaN for classification
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
    """What the planned runs of a data set and network can show, before training or, given the
    variability of finished runs, after it. For one comparison with the baseline, assuming only it
    differs: Holm's correction then requires p below alpha / tests.

    runs: planned per technique
    tests: comparisons in the whole table
    alpha: level of the single test: (1 - level) / tests
    power: 0.8: the probability that the difference is detected
    deviations: the smallest detectable difference, in standard deviations: of the differences of pairs, or of a run for unpaired tests; NaN with fewer than 2 runs
    std: the observed standard deviation, pooled over the techniques; NaN
    difference: deviations * std, in points or the target's units; NaN
    judged_by: runs, or pairs of runs, from which std was computed; 0"""
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

    claim: the paper's claim
    missing: what adrop does not support yet, or ""
    needs: data sets, comma-separated, or ""
    absent: the missing ones, or ""
    says: how a scale differs from the paper, or ""
    hours: approximate, for the data sets present, measured on the machine of adrop_recipes_machine; NaN: not measured"""
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
    data_dir: the folder of known sets; NULL: none
    scale: an adrop_scale; quick
    part: only these parts; none: all
    data: only these, or others in their place
    model: only these, or others in their place
    dropout: only these, or others in their place
    runs: 0: the recipe's; drops of the learning rate keep their relative position
    epochs: 0: the recipe's; drops of the learning rate keep their relative position
    seed: 1
    jobs: runs at once; 1
    timing: time steps after the runs, for seconds and ratios; no
    change: KEY=VALUE, options of training, data or comparison
    out: "": runs/reproduce-LABEL-SCALE
    choose_dropout_lr: candidate rates for each technique that learns; a single rate is used without a choice; none: the recipe's"""
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

    says: how the scale differs from the paper, or ""
    restricted: what the caller left out or changed, and data sets of which only parts are present; ""
    absent: missing data sets, or ""
    out: its folder
    paper_applies: the paper has numbers to compare with
    hours: approximate, on the recipes' machine; NaN: not measured"""
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
    """A part: a comparison, with its own plan, estimate and table.

    compare: owned by the reproduction; NULL for prunings"""
    _fields_ = [
        ("name", c_char_p),
        ("says", c_char_p),
        ("folder", c_char_p),
        ("compare", c_void_p),
    ]


class adrop_reproduced(Structure):
    """Our result beside the paper's, which is NaN where the paper has none.

    column: in the paper's terms: accuracy, top1, top5, rmse, seconds_per_epoch
    ours: mean and rank are those of the column
    paper_rank: among the rows of its data set, network and column; 0: none
    paper_rows: and the number of these rows
    note: a known error in the paper's cell, or "" """
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
    """A row shown by a recipe of kind examples: its picture, and why it was selected. Sheet i of the
    document has its predictions by class.

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
        '"out of memory" and the like; "unknown status" for an unknown number.'),
    "adrop_ctx_opts_init_sized": (None, (POINTER(adrop_ctx_opts), c_size_t),
        'Set every member to 0: the defaults.'),
    "adrop_ctx_options": (POINTER(adrop_option), (),
        'Its option table (option.h): threads and isa. allocator, log and log_user have no rows.'),
    "adrop_ctx_create": (c_int, (POINTER(adrop_ctx_opts), POINTER(c_void_p)),
        'opts may be NULL for the defaults. ADROP_EINVAL if threads or isa is out of range, if only one\nallocator function is set, or if the CPU lacks the instruction set. ADROP_ENOMEM if more threads\nthan processors were requested and cannot be started. *out is NULL after any failure.'),
    "adrop_ctx_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_free": (None, (c_void_p, c_void_p),
        'Free memory that a call returned, where that call says so. NULL is fine.'),
    "adrop_ctx_message": (c_char_p, (c_void_p,),
        'The message of the last failure in this context, or "". It lives until the next failure or the\nend of the context.'),
    "adrop_ctx_isa_name": (c_char_p, (c_void_p,),
        '"avx512", "avx2" or "baseline": the kernel set of this context.'),
    "adrop_ctx_threads": (c_int, (c_void_p,),
        "How many threads the context's loops use. Masks and predictions do not depend on it; training\ndoes, in the last bits."),
    "adrop_ctx_bytes_read": (c_uint64, (c_void_p,),
        'Bytes of data sets read and decompressed in this context so far. Unlike all other calls, it may\nbe made by another thread at any time, to show progress.'),
    "adrop_isa_count": (c_int, (),
        'How many instruction sets this CPU supports: the first `count` of BASELINE, AVX2, AVX512.'),
    "adrop_number_text": (c_char_p, (c_char_p, c_double),
        'The shortest decimal text that reads back as exactly x ("0.1", "1e-07",\n"nan", "-inf"), written to buffer[ADROP_NUMBER_SIZE]. Returns buffer.'),
    "adrop_number_round": (c_char_p, (c_char_p, c_double, c_int),
        'The same with at most `digits` (1 to 17) significant digits.'),
    "adrop_number_or_zero": (c_double, (c_double, c_int),
        'x, or 0 if x rounded to this many decimals is 0, so that "%.2f" never prints "-0.00".'),
    "adrop_number_read": (c_int, (c_char_p, c_void_p),
        'Parse all of text as a finite decimal number. ADROP_EINVAL, with *x unchanged, for anything else:\nempty, trailing characters, hexadecimal, nan, infinity, overflow.'),
    "adrop_options_default_sized": (None, (POINTER(adrop_option), c_void_p, c_size_t),
        "Fill dst with the table's defaults."),
    "adrop_option_group_title": (c_char_p, (c_int,),
        '"Network and dropout": the heading of a group; NULL past the last.'),
    "adrop_options_append": (c_size_t, (POINTER(adrop_option), c_size_t, POINTER(adrop_option), c_size_t),
        'One table for several structs inside a larger one: append the rows of the struct at offset to the\nn existing rows, except for names that already exist. Returns the new number of rows; a row\nwithout a name follows them, for which there must be room.'),
    "adrop_option_find": (POINTER(adrop_option), (POINTER(adrop_option), c_char_p),
        'The row called name, or NULL.'),
    "adrop_option_meant": (POINTER(adrop_option), (POINTER(adrop_option), c_char_p),
        'The same, or the row that lists the word as a synonym: for user input.'),
    "adrop_keep": (c_int, (c_void_p, c_char_p, POINTER(c_char_p)),
        'A copy of text that lives as long as the context, shared by equal texts. *kept is "" after a\nfailure, which is ADROP_ENOMEM.'),
    "adrop_texts_add": (c_int, (c_void_p, POINTER(adrop_texts), c_char_p),
        'Append a copy of a text, in memory that lives as long as the context. ADROP_EINVAL for an empty\ntext; texts is unchanged after a failure.'),
    "adrop_texts_at": (c_char_p, (POINTER(adrop_texts), c_size_t),
        'Text i; NULL past the last.'),
    "adrop_option_set_sized": (c_int, (c_void_p, POINTER(adrop_option), c_void_p, c_size_t, c_char_p, c_char_p),
        "Set one field from text; name may be a synonym. ADROP_ENOENT for an unknown name (the message\nsuggests the nearest). ADROP_EINVAL for a text that is not of the row's kind or is out of range\n(the message gives the range), or if dst has no room for the field; dst is unchanged on\nfailure."),
    "adrop_options_parse_sized": (c_int, (c_void_p, POINTER(adrop_option), c_void_p, c_size_t, c_char_p),
        'Set fields from "key=value,key=value". A flag\'s key alone means yes; a list\'s values are\nseparated by \'/\' here, and commas inside parentheses belong to the value. Settings before the one\nthat fails are kept.'),
    "adrop_option_show": (c_char_p, (c_void_p, POINTER(adrop_option), c_void_p),
        'The current value of a row\'s field in the syntax of adrop_option_set, in memory that lives as\nlong as the context; `from` must contain the field. A choice without a word is shown as its\nnumber in brackets, "(7)"; of lists that are too long, only the first numbers. NULL if out of\nmemory.'),
    "adrop_option_range": (c_char_p, (POINTER(adrop_option), c_char_p, c_size_t),
        'The values that the row accepts, for people: "[0, 1)", "yes or no", "sigmoid, probit". Returns\nbuffer.'),
    "adrop_option_applies": (c_char_p, (POINTER(adrop_option), c_char_p, c_size_t),
        'What the row applies to, for people: "tables and JSON lines", or "" for everything. Returns\nbuffer.'),
    "adrop_nearest": (c_char_p, (c_char_p, POINTER(c_char_p)),
        'The entry of words (ended by NULL) most similar to word, or NULL if none is similar.'),
    "adrop_seed_name": (c_char_p, (c_size_t,),
        'The seeds and the mappings, by index from 0; NULL past the last.'),
    "adrop_seed_summary": (c_char_p, (c_size_t,),
        'The seeds and the mappings, by index from 0; NULL past the last.'),
    "adrop_map_name": (c_char_p, (c_size_t,),
        'The seeds and the mappings, by index from 0; NULL past the last.'),
    "adrop_map_summary": (c_char_p, (c_size_t,),
        'The seeds and the mappings, by index from 0; NULL past the last.'),
    "adrop_map_register": (c_int, (c_void_p, POINTER(adrop_curve_table)),
        'Register one under its name, in a context and in the contexts that the library creates for its\nown threads. What the table points to must outlive the context. ADROP_EEXIST if the name is\ntaken, ADROP_EINVAL if a member is missing or a condition is violated.'),
    "adrop_seed_register": (c_int, (c_void_p, POINTER(adrop_curve_table)),
        'Register one under its name, in a context and in the contexts that the library creates for its\nown threads. What the table points to must outlive the context. ADROP_EEXIST if the name is\ntaken, ADROP_EINVAL if a member is missing or a condition is violated.'),
    "adrop_map_registered": (c_char_p, (c_void_p, c_size_t, POINTER(c_char_p)),
        'The registered ones, by index from 0; NULL past the last.'),
    "adrop_seed_registered": (c_char_p, (c_void_p, c_size_t, POINTER(c_char_p)),
        'The registered ones, by index from 0; NULL past the last.'),
    "adrop_dist_create": (c_int, (c_void_p, c_char_p, c_char_p, c_double, c_double, POINTER(c_void_p)),
        'ADROP_ENOENT for an unknown seed or map, ADROP_EINVAL unless mu is finite and\nsigma finite and positive.'),
    "adrop_dist_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_dist_pdf": (c_double, (c_void_p, c_double),
        'Density of the continuous part at m; 0 outside the support. It integrates to 1 minus the masses\nof the atoms, and may be infinite at 0 or 1.'),
    "adrop_dist_cdf": (c_double, (c_void_p, c_double),
        'P(mask <= m), atoms included.'),
    "adrop_dist_quantile": (c_double, (c_void_p, c_double),
        'The smallest m with cdf(m) >= p, for p in [0, 1] (0: the lower end of the\nsupport); NaN outside.'),
    "adrop_dist_atoms": (c_size_t, (c_void_p, POINTER(adrop_atom)),
        'Write the atoms of positive mass, in increasing order of value; returns their number (0 to 2).'),
    "adrop_dist_mean": (c_double, (c_void_p,),
        ''),
    "adrop_dist_variance": (c_double, (c_void_p,),
        ''),
    "adrop_dist_mean_approx": (c_double, (c_void_p,),
        "The paper's approximate mean, sigmoid(mu / sqrt(1 + pi sigma^2 / 8)); NaN unless the pair is\ngaussian with sigmoid, for which it was derived."),
    "adrop_dist_at": (None, (c_void_p, c_double, c_void_p, c_void_p, c_void_p),
        'm, dm/dmu and dm/dsigma at the noise eps; any pointer may be NULL. At a kink of the mapping the\nderivative is 0.'),
    "adrop_dist_sample": (None, (c_void_p, c_uint64, c_uint32, c_uint32, c_size_t, c_void_p),
        'Draw n masks into m. Element i is a pure function of (seed, row, pass, i): no state, any order,\nany number of threads.'),
    "adrop_dist_kl": (c_double, (c_void_p, c_void_p),
        'Kullback-Leibler divergence KL(p || q) in nats, atoms included; infinite where p has mass and q\nhas none.'),
    "adrop_dist_nearest_sized": (None, (c_void_p, POINTER(adrop_near_dists), c_size_t),
        'Takes a few hundredths of a second.'),
    "adrop_target_at_sized": (c_int, (c_size_t, POINTER(adrop_target_info), c_size_t),
        'Kind i from 0; 1, or 0 past the last with *info zeroed.'),
    "adrop_ranking_opts_init_sized": (None, (POINTER(adrop_ranking_opts), c_size_t),
        ''),
    "adrop_ranking_options": (POINTER(adrop_option), (),
        'Its option table (option.h): unit_mean.'),
    "adrop_ranking_create": (c_int, (c_void_p, c_char_p, POINTER(adrop_ranking_opts), POINTER(c_void_p)),
        'Fit every pair to the target described by the text; opts may be NULL. Takes about a second.\nADROP_ENOENT for an unknown target, ADROP_EINVAL for unknown settings or values out of range,\nADROP_ENOMEM.'),
    "adrop_ranking_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_ranking_describe_sized": (None, (c_void_p, POINTER(adrop_ranking_info), c_size_t),
        ''),
    "adrop_ranking_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_ranked), c_size_t),
        'The pair of that rank, from 0, nearest first; returns 1, or 0 past the last with *info zeroed.'),
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
        'Fit the member of `kind` (softplus-gaussian or log-normal) to target. ADROP_EINVAL for invalid\nparameters, or if the target lacks the moments that the fit needs; ADROP_ENUMERIC if the fit does\nnot converge.'),
    "adrop_technique_count": (c_size_t, (),
        'The number of built-in techniques.'),
    "adrop_technique_at_sized": (c_int, (c_size_t, POINTER(adrop_technique_info), c_size_t),
        'Technique i: a listing.'),
    "adrop_technique_check": (c_int, (c_void_p, c_char_p, c_void_p, POINTER(c_char_p)),
        'Check a text "name" or "name:key=value,..." as for --dropout. *resolved, unless NULL, receives\nthe full text with every setting spelled out, which lives as long as the context. *index, unless\nNULL, receives the technique\'s index. ADROP_ENOENT or ADROP_EINVAL with a message as for\nadrop_option_set.'),
    "adrop_technique_register": (c_int, (c_void_p, POINTER(adrop_technique_table)),
        "Register a technique in a context, and in the contexts that the library creates for its own\nthreads. An option `mask` (element or channel) is added to the table's own. ADROP_EEXIST if the\nname is taken, ADROP_EINVAL if a member is missing."),
    "adrop_technique_known_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_technique_info), c_size_t),
        'Technique i of a context: the built-in ones, then the registered ones.'),
    "adrop_technique_conform": (c_int, (c_void_p, c_char_p, POINTER(adrop_conformance), c_void_p),
        "Check a technique, given as a text as for --dropout, against its own description: built-in or\nregistered, with or without parameters, on vectors and maps. The library's own tests run the same\nsuite over every built-in technique: masks against its mean and variance (a million masks; false\nalarms: 6e-7 per check) and against its distribution (ten million), gradients against differences\nin double, float against double, identical bits for the same address under any instruction set,\nnumber of threads and split of a batch, phases, saving and loading of tensors. results:\n(ADROP_CONFORMANCE_CHECKS), of which n are filled; checks that do not apply are omitted. Returns\nADROP_OK if the checks ran, passed or not. Takes seconds, 100 MB, and contexts of its own with up\nto 4 threads."),
    "adrop_site_dense_sized": (None, (POINTER(adrop_site), c_size_t, c_size_t, c_size_t),
        ''),
    "adrop_site_map_sized": (None, (POINTER(adrop_site), c_size_t, c_size_t, c_size_t, c_size_t, c_size_t),
        ''),
    "adrop_dropout_create": (c_int, (c_void_p, c_char_p, POINTER(adrop_site), c_uint64, POINTER(c_void_p)),
        'Create the technique that the text describes, as in "bernoulli:rate=0.2" (`adrop list\ntechniques`). Its initial parameters are drawn from the seed. ADROP_ENOENT for an unknown name,\nADROP_EINVAL or ADROP_ESHAPE for settings out of range or a site that the technique does not\nsupport. No other call below fails for lack of memory, unless it says so.'),
    "adrop_dropout_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_pass_train_sized": (None, (POINTER(adrop_pass), c_size_t, c_uint64, c_uint32, c_size_t, c_void_p, c_void_p),
        'Initialise a pass of each phase with its usual members.'),
    "adrop_pass_sample_sized": (None, (POINTER(adrop_pass), c_size_t, c_uint64, c_uint32, c_size_t, c_void_p, c_void_p),
        'Initialise a pass of each phase with its usual members.'),
    "adrop_pass_mean_sized": (None, (POINTER(adrop_pass), c_size_t, c_size_t, c_void_p, c_void_p),
        'Initialise a pass of each phase with its usual members.'),
    "adrop_dropout_forward": (c_int, (c_void_p, POINTER(adrop_pass)),
        "ADROP_ESHAPE if rows or shard do not fit the site, ADROP_EINVAL if a required array is missing.\n\nA backward belongs to the last forward of its shard, which must have been in phase train with the\nsame seed, step, rows, row numbers and array x. The shard's state is replaced by any forward,\nused up by a backward (so add the dy of two losses first), and invalidated by calls that change\nthe layer: finish_step, set_strength, load. Any other backward returns ADROP_EINVAL and writes\nnothing."),
    "adrop_dropout_backward": (c_int, (c_void_p, POINTER(adrop_pass)),
        "ADROP_ESHAPE if rows or shard do not fit the site, ADROP_EINVAL if a required array is missing.\n\nA backward belongs to the last forward of its shard, which must have been in phase train with the\nsame seed, step, rows, row numbers and array x. The shard's state is replaced by any forward,\nused up by a backward (so add the dy of two losses first), and invalidated by calls that change\nthe layer: finish_step, set_strength, load. Any other backward returns ADROP_EINVAL and writes\nnothing."),
    "adrop_dropout_set_strength": (c_int, (c_void_p, c_double),
        'The strength of the technique from now on, in [0, 1]; initially 1. A fixed rate is multiplied by\nit; for other techniques the mask m becomes 1 + strength (m - 1), in every phase. 0: y = x, or\nthe plain product. Extra losses are also multiplied by it. This allows early or late dropout\n(docs/training.md). The strength is not saved in files. ADROP_EINVAL out of range,\nADROP_ENOMEM.'),
    "adrop_dropout_extra_loss": (c_double, (c_void_p, POINTER(adrop_pass)),
        "The loss that the technique adds per step (0 for most), of the passes since the last call. Its\ngradient is added to the layer's gradients and, where the technique penalises the following\nweights (concrete with a length scale), to pass->dweight and dbias. pass may be NULL where\nweights are not needed. NaN if they are needed and missing, or if the pass is invalid."),
    "adrop_dropout_n_params": (c_size_t, (c_void_p,),
        'The learned parameters and their gradients, n of each (0: the technique learns nothing). They\nlive as long as the layer.'),
    "adrop_dropout_params": (c_void_p, (c_void_p,),
        'The learned parameters and their gradients, n of each (0: the technique learns nothing). They\nlive as long as the layer.'),
    "adrop_dropout_grads": (c_void_p, (c_void_p,),
        'The learned parameters and their gradients, n of each (0: the technique learns nothing). They\nlive as long as the layer.'),
    "adrop_dropout_zero_grads": (None, (c_void_p,),
        'The learned parameters and their gradients, n of each (0: the technique learns nothing). They\nlive as long as the layer.'),
    "adrop_dropout_finish_step": (None, (c_void_p,),
        'Call after the optimiser has moved the parameters: updates the running averages from the passes\nof this step, and clamps parameters to their ranges.'),
    "adrop_dropout_replaces_product": (c_int, (c_void_p,),
        '1 if y is (rows, outputs).'),
    "adrop_dropout_moments_sized": (c_int, (c_void_p, c_size_t, c_double, POINTER(adrop_moments), c_size_t),
        "unit is in [0, n). pre is the unit's pre-activation, for techniques whose distribution depends on\nit (standout). Information dropout reports its average noise level, advanced dropout with\nunit=sample an average row."),
    "adrop_dropout_rate": (c_double, (c_void_p,),
        'The average rate over all units.'),
    "adrop_dropout_density": (None, (c_void_p, c_size_t, c_double, c_double, c_void_p, c_void_p),
        'Density of the continuous part and distribution function (atoms included) of that distribution at\nm; either pointer may be NULL.'),
    "adrop_dropout_save": (c_int, (c_void_p, c_char_p),
        "Parameters and running averages as a safetensors file, with the technique's full text in its\nmetadata. Saving replaces the file atomically and refuses values that are not finite. Loading\nfails and changes nothing unless every tensor is present with its shape and finite values."),
    "adrop_dropout_load": (c_int, (c_void_p, c_char_p),
        "Parameters and running averages as a safetensors file, with the technique's full text in its\nmetadata. Saving replaces the file atomically and refuses values that are not finite. Loading\nfails and changes nothing unless every tensor is present with its shape and finite values."),
    "adrop_summarize_sized": (None, (c_size_t, c_void_p, POINTER(adrop_summary), c_size_t),
        'Of n values; all NaN for n == 0 or if a value is not finite. Sums are of differences from the\nfirst value, so a small standard deviation about a large mean keeps its digits.'),
    "adrop_t_test_sized": (c_int, (c_void_p, c_int, c_int, c_size_t, c_void_p, c_size_t, c_void_p, c_double, POINTER(adrop_t_result), c_size_t),
        "Student's t tests. level is the level of the interval, such as 0.95.\n\nIf there is no variance, the standard error is 0, t is infinite and the interval is the\ndifference itself; p is 0, or 1 if the difference has the wrong sign. If the means are also\nequal, t is 0 and p is its usual value for t = 0: 1 two-sided and 1/2 one-sided. For Welch, df is\nthen n - 1 of the smaller group, its lower bound.\n\nADROP_EINVAL for n < 2, paired with nx != ny, a level outside (0, 1), values that are\nnot finite; ADROP_ENUMERIC if the differences overflow."),
    "adrop_t_test_summary_sized": (c_int, (c_void_p, c_int, c_int, POINTER(adrop_summary), POINTER(adrop_summary), c_double, POINTER(adrop_t_result), c_size_t),
        'The same from n, mean and std (n - 1), as in published tables; other members are ignored. Not\npaired.'),
    "adrop_hedges_g": (c_int, (c_void_p, c_int, c_size_t, c_void_p, c_size_t, c_void_p, c_void_p),
        "Hedges' g: the difference of means in pooled standard deviations (paired: in standard deviations\nof the differences), times Gamma(f/2) / (sqrt(f/2) Gamma((f-1)/2)), which removes the bias for f\n= nx + ny - 2 (n - 1) degrees of freedom. Welch and pooled give the same. Without any variance it\nis infinite, or 0 if the means are equal. NaN for two pairs: the factor is undefined for f = 1.\nErrors as above."),
    "adrop_holm": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p),
        "Holm's step-down adjustment of n p-values: if every comparison with adjusted <= alpha is called a\ndifference, the probability of any false call is at most alpha. NaN (no test) is not counted and\nstays NaN. adjusted may be p. ADROP_EINVAL for a p outside [0, 1]."),
    "adrop_wilcoxon_sized": (c_int, (c_void_p, c_int, c_size_t, c_void_p, c_void_p, POINTER(adrop_rank_result), c_size_t),
        "Wilcoxon's signed-rank test of n pairs. Differences of zero are dropped, and equal ones get their\naverage rank; statistic is the sum of the ranks of positive differences. Exact up to 200\ndifferences, including ties; beyond that by the normal distribution, with corrections for ties\nand continuity. If all differences are zero, p is 1."),
    "adrop_rank_sum_sized": (c_int, (c_void_p, c_int, c_size_t, c_void_p, c_size_t, c_void_p, POINTER(adrop_rank_result), c_size_t),
        'The Wilcoxon-Mann-Whitney rank-sum test, for unpaired runs; statistic is U, the number of pairs\n(i, j) with x[i] > y[j], ties counted as halves. Exact, given the ties, up to 63 runs in both\ngroups (more if one is small: while it takes at most 1e8 additions); beyond that by the normal\ndistribution, with corrections for ties and continuity.'),
    "adrop_sign_flip_sized": (c_int, (c_void_p, c_int, c_size_t, c_void_p, c_void_p, c_uint64, POINTER(adrop_rank_result), c_size_t),
        'Sign-flip (permutation) test of the mean of n paired differences, which is statistic. Exact for n\n<= 20, over all 2^n signs; otherwise with 100,000 random ones, a pure function of the seed, and p\n= (1 + number at least as extreme) / 100,001. Sums that differ by less than 1e-12 of the sum of\nx - y| count as equal.'),
    "adrop_effectiveness": (None, (c_size_t, c_void_p, c_void_p, c_double, c_double, c_void_p, c_void_p, c_void_p, c_void_p),
        "------------------------------------------------------------------------\nThe accuracy that a technique gains for its additional time (the paper's ratios). Row i has\naccuracy a[i] in percent and t[i] seconds per epoch; a0 and t0 are those without dropout:\n\n    s1 = sigmoid(a - a0) / sigmoid((t - t0) / t0)\n    s2 = ((a - a0) / a0) / ((t - t0) / t0)\n\nand *_norm = (s - min) / (max - min) over the n rows. Omit the run without dropout, or give NaN\nfor it; otherwise s1 = 1 and s2 = 0/0 would take part. s2 is undefined for t <= t0 (and for a0 =\n0) and is NaN there; s1 is defined. NaN rows are excluded from min and max; if these are equal,\nthe norm is NaN. All NaN unless t0 > 0. Any output may be NULL."),
    "adrop_t_cdf": (c_double, (c_double, c_double),
        "------------------------------------------------------------------------\nStudent's t distribution, for real df > 0 (infinite: the normal), and the normal distribution. sf\nis 1 - cdf without cancellation. Small probabilities keep their digits: relative errors are below\n1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1. NaN outside."),
    "adrop_t_sf": (c_double, (c_double, c_double),
        "------------------------------------------------------------------------\nStudent's t distribution, for real df > 0 (infinite: the normal), and the normal distribution. sf\nis 1 - cdf without cancellation. Small probabilities keep their digits: relative errors are below\n1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1. NaN outside."),
    "adrop_t_quantile": (c_double, (c_double, c_double),
        "------------------------------------------------------------------------\nStudent's t distribution, for real df > 0 (infinite: the normal), and the normal distribution. sf\nis 1 - cdf without cancellation. Small probabilities keep their digits: relative errors are below\n1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1. NaN outside."),
    "adrop_normal_cdf": (c_double, (c_double,),
        "------------------------------------------------------------------------\nStudent's t distribution, for real df > 0 (infinite: the normal), and the normal distribution. sf\nis 1 - cdf without cancellation. Small probabilities keep their digits: relative errors are below\n1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1. NaN outside."),
    "adrop_normal_quantile": (c_double, (c_double,),
        "------------------------------------------------------------------------\nStudent's t distribution, for real df > 0 (infinite: the normal), and the normal distribution. sf\nis 1 - cdf without cancellation. Small probabilities keep their digits: relative errors are below\n1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1. NaN outside."),
    "adrop_confusion": (c_int, (c_void_p, c_size_t, c_size_t, c_void_p, c_void_p, c_void_p),
        'counts (classes, classes): one row per true class, one column per predicted class.'),
    "adrop_class_scores": (None, (c_size_t, c_void_p, c_void_p, c_void_p, c_void_p),
        'Per class, from those counts: precision TP / (TP + FP), recall TP / (TP + FN), and their harmonic\nmean F1 = 2 TP / (2 TP + FP + FN). NaN where the divisor is 0. Any output may be NULL.'),
    "adrop_score_sets_sized": (c_int, (c_void_p, c_size_t, c_size_t, c_void_p, c_void_p, c_void_p, POINTER(adrop_set_scores), c_size_t),
        ''),
    "adrop_top_k": (c_int, (c_void_p, c_size_t, c_size_t, c_void_p, c_void_p, c_size_t, c_void_p),
        'The share of rows whose true class is among the k most probable; ties go to the smaller class\nnumber. The result is 1 if k is at least the number of classes.'),
    "adrop_score_probabilities_sized": (c_int, (c_void_p, c_size_t, c_size_t, c_void_p, c_void_p, POINTER(adrop_probability_scores), c_size_t),
        ''),
    "adrop_detect_sized": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_double, POINTER(adrop_detection), c_size_t),
        ''),
    "adrop_detect_compare_sized": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p, c_double, c_size_t, c_uint64, POINTER(adrop_detection_difference), c_size_t),
        ''),
    "adrop_reliability": (c_int, (c_void_p, c_int, c_size_t, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p),
        'Confidences p (n) in [0, 1] and hits (n, 0 or 1), binned: mean confidence, share of hits and\nnumber of rows per bin (bins; NaN, NaN, 0 for an empty one); the expected calibration error, the\nmean over rows of |share - confidence| of their bin; and the largest such difference. Any output\nmay be NULL.'),
    "adrop_class_calibration": (c_int, (c_void_p, c_int, c_size_t, c_size_t, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p),
        'The calibration error of each class, p[., k] against [truth = k], and the mean over classes.\nper_class (classes) may be NULL.'),
    "adrop_temperature_fit": (c_int, (c_void_p, c_size_t, c_size_t, c_void_p, c_void_p, c_void_p),
        "Temperature scaling (Guo et al. 2017): p' = softmax(log p / T). T in [0.01, 100] minimises the\nnegative log-likelihood on calibration rows. log_p (n, classes) may be logits or\nlog-probabilities."),
    "adrop_temperature_apply": (None, (c_size_t, c_size_t, c_void_p, c_double, c_void_p),
        "Temperature scaling (Guo et al. 2017): p' = softmax(log p / T). T in [0.01, 100] minimises the\nnegative log-likelihood on calibration rows. log_p (n, classes) may be logits or\nlog-probabilities."),
    "adrop_select_sized": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_void_p, POINTER(adrop_selective), c_size_t),
        'confidence (n), loss (n, at least 0; for example 1 for a wrong class). Rows of equal confidence\nare averaged over their random orders. risk (n), or NULL: the mean loss of the i + 1 most\nconfident rows. aurc is the mean of risk, augrc the mean of risk[i] (i + 1) / n.'),
    "adrop_score_values_sized": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, POINTER(adrop_value_scores), c_size_t),
        ''),
    "adrop_score_gaussian_sized": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_void_p, POINTER(adrop_gaussian_scores), c_size_t),
        ''),
    "adrop_interval_coverage": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p),
        'The share of y within the central interval of each of m levels, such as 0.9; and the share of y\nat or below the quantile of each of m levels, for a calibration curve.'),
    "adrop_quantile_coverage": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p),
        'The share of y within the central interval of each of m levels, such as 0.9; and the share of y\nat or below the quantile of each of m levels, for a calibration curve.'),
    "adrop_conformal_opts_init_sized": (None, (POINTER(adrop_conformal_opts), c_size_t),
        ''),
    "adrop_conformal_options": (POINTER(adrop_option), (),
        'Its option table (option.h): all but seed, for which any value is valid.'),
    "adrop_conformal_fit": (c_int, (c_void_p, POINTER(adrop_conformal_opts), c_size_t, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p),
        'The threshold: the ceil((n + 1) level)-th smallest score of n calibration rows; infinite (every\nset contains all classes) if that is more than n. rows (n) are row numbers, the addresses of the\nrandom parts; NULL: 0, 1, ...'),
    "adrop_conformal_sets": (c_int, (c_void_p, POINTER(adrop_conformal_opts), c_double, c_size_t, c_size_t, c_void_p, c_void_p, c_void_p),
        'Sets for n rows: member (n, classes) is 0 or 1. For rows that are exchangeable with those of the\nfit, the expected share of sets that contain the truth is ceil((n_fit + 1) level) / (n_fit + 1),\nif sets may be empty and no two scores are equal. APS and RAPS draw a part of a class, so their\nscores differ; LAC scores are equal where probabilities are. Where rows of the fit and of this\ncall have the same numbers, use another seed than for the fit.'),
    "adrop_conformal_fit_values": (c_int, (c_void_p, c_double, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p),
        'Regression: the same quantile of |y - mean| / std; the interval is mean +- threshold std. std\nNULL: 1. Rows with std 0 have an infinite score unless y = mean.'),
    "adrop_comm_opts_init_sized": (None, (POINTER(adrop_comm_opts), c_size_t),
        ''),
    "adrop_comm_options": (POINTER(adrop_option), (),
        'Its option table (option.h): comm and timeout. stop and user have no rows.'),
    "adrop_comm_open": (c_int, (c_void_p, POINTER(adrop_comm_opts), POINTER(c_void_p)),
        'Join the job. *out is NULL if there is no job, or if it has one rank. From then on, models and\ntrainers made in ctx share their work among the ranks. One adrop_comm at a time per process.\n\nADROP_EINVAL for an unknown word. ADROP_ENETWORK if the plug-in is missing or cannot be loaded,\nor if the ranks cannot be reached.'),
    "adrop_comm_close": (None, (c_void_p, c_int),
        "Leave the job. code is the program's exit code, 0 on success. If a rank does not answer, all\nprocesses of the job exit here with this code. NULL is fine."),
    "adrop_comm_rank": (c_int, (c_void_p,),
        '0 and 1 for NULL.'),
    "adrop_comm_ranks": (c_int, (c_void_p,),
        '0 and 1 for NULL.'),
    "adrop_comm_library": (c_char_p, (c_void_p,),
        '"Open MPI v4.1.4", ..'),
    "adrop_comm_host": (c_char_p, (c_void_p, c_int),
        'The host of a rank.'),
    "adrop_comm_speaks": (c_int, (c_void_p,),
        '1 if this rank should report an error to the user, so that it is reported once. This is rank 0,\nunless rank 0 was lost; 1 for NULL.'),
    "adrop_comm_measure_sized": (c_int, (c_void_p, c_void_p, c_size_t, POINTER(adrop_comm_cost), c_size_t),
        'Measured cost of communication: the minimum of several measurements. All ranks call it.'),
    "adrop_model_opts_init_sized": (None, (POINTER(adrop_model_opts), c_size_t),
        'mlp:800,800 with advanced dropout on 784 inputs and 10 classes, batch 256.'),
    "adrop_model_options": (POINTER(adrop_option), (),
        'Its option table (option.h): all but the texts model and dropout, which are required, and seed,\nfor which any value is valid.'),
    "adrop_model_create": (c_int, (c_void_p, POINTER(adrop_model_opts), POINTER(c_void_p)),
        'ADROP_ENOENT or ADROP_EINVAL for an unknown model or technique, settings out of range or a\nprecision that this CPU lacks; ADROP_ESHAPE for inputs too small for the network or a width that\nleaves a layer empty; ADROP_ENOMEM, with the size, if it does not fit into memory.'),
    "adrop_model_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_model_plan": (c_int, (c_void_p, c_size_t),
        "Plan operations and memory for calls with this number of rows; otherwise the first such call\ndoes. ADROP_ESHAPE if rows is 0 or above the options' batch."),
    "adrop_batch_train_sized": (None, (POINTER(adrop_batch), c_size_t, c_uint32, c_size_t, c_void_p, c_void_p),
        'A batch for training, or for a forward only: sets the members that it needs and zeroes the\nothers.'),
    "adrop_batch_input_sized": (None, (POINTER(adrop_batch), c_size_t, c_uint32, c_size_t, c_void_p),
        'A batch for training, or for a forward only: sets the members that it needs and zeroes the\nothers.'),
    "adrop_model_forward": (c_int, (c_void_p, c_int, POINTER(adrop_batch)),
        'Forward in any phase.'),
    "adrop_model_outputs": (c_void_p, (c_void_p,),
        'The outputs of the last forward (or gradients): (rows, outputs). Valid until the next. NULL\nbefore the first, and after one that failed.'),
    "adrop_model_loss": (c_int, (c_void_p, POINTER(adrop_batch), c_void_p),
        'The data loss of the outputs of the last forward, for the same number of rows; it may be infinite\nor NaN where outputs are. ADROP_EINVAL if there was no forward, or, naming the row, if a label is\nnot a class or a target is not finite.'),
    "adrop_model_backward_sized": (c_int, (c_void_p, POINTER(adrop_batch), POINTER(adrop_losses), c_size_t),
        'Loss and gradients, after a forward in phase train on the same batch (step, rows, row numbers, x\nor the values of sparse rows). ADROP_EINVAL if that was not the last pass, or if the model has\nchanged since. With several shards use adrop_model_gradients, which processes them one by one.'),
    "adrop_model_backward_from": (c_int, (c_void_p, POINTER(adrop_batch), c_void_p, c_void_p, c_void_p),
        "The same for a loss of the caller, given by its gradient dy, (rows, outputs), after a forward in\nphase train on the same batch. The parameters' gradients are those of the caller's loss plus what\ntechniques and penalties add; *extra, unless NULL, is the latter's loss. dx, (rows, channels,\nheight, width) or NULL, receives the gradient of the inputs, so a network may be part of another.\nThe batch needs no labels or targets. ADROP_EINVAL if there was no such forward, if dx is given\nwithout input_gradient in the options, or with several shards; ADROP_ENUMERIC if dy is not\nfinite."),
    "adrop_model_gradients_sized": (c_int, (c_void_p, POINTER(adrop_batch), POINTER(adrop_losses), c_size_t),
        'forward, loss and backward, shard by shard. Gradients are those of data + extra. ADROP_ENUMERIC\nnames a row whose input is not finite, as does a forward in phase train, unless the options have\nno_finite_check. Like adrop_model_backward, it also returns ADROP_ENUMERIC if the loss is not\nfinite; *losses then has that value.'),
    "adrop_optimizer_name": (c_char_p, (c_size_t,),
        'The optimisers, by index from 0; NULL past the last.'),
    "adrop_optimizer_summary": (c_char_p, (c_size_t,),
        'The optimisers, by index from 0; NULL past the last.'),
    "adrop_model_optimizer": (c_int, (c_void_p, c_char_p),
        'Choose the optimiser: "sgd:momentum=0.9", "adam". Its state starts at zero.'),
    "adrop_rates_init_sized": (None, (POINTER(adrop_rates), c_size_t),
        'lr 0.01, weight decay 5e-4; dropout_lr 1e-4, dropout_decay 0; no clipping.'),
    "adrop_model_step": (c_int, (c_void_p, POINTER(adrop_rates), c_void_p),
        "One optimiser step, followed by updates of running averages and ranges. *norm, unless NULL,\nreceives the gradient's norm, which is computed only for clip or norm. ADROP_EINVAL for rates out\nof range. ADROP_ENUMERIC, naming the tensor, if a gradient is not finite; nothing is changed\nthen. With no_finite_check in the model's options, only a norm that is computed is checked."),
    "adrop_response_init_sized": (None, (POINTER(adrop_response), c_size_t),
        'lr 0.01, horizon 10, step 0.2, reach 0.1, not ahead, with noise.'),
    "adrop_model_response": (c_int, (c_void_p, POINTER(adrop_batch), POINTER(adrop_batch), POINTER(adrop_response), c_void_p),
        "The parameters of `advanced-cross` (`adrop list techniques`) do not follow the gradient of the\nloss, because at fixed weights noise only increases the loss. They follow the loss on other\ntraining rows after a step on these rows. In a program's own loop, about every eighth step:\n\n    adrop_model_response(m, &b, &other, &opts, NULL);   // before the gradients of the step\n    adrop_model_gradients(m, &b, &loss);\n    adrop_model_step(m, &r, NULL);\n\nb is the batch of the step; other is a batch of other rows with the same step number, and its\nnoise has its own addresses. The call makes three passes. Weights, running averages and the\noptimiser's state do not change. Gradients are overwritten; those of the parameters that moved\nare the response's. r_drop of the batches is ignored.\n\nNothing moves, and *moved (unless NULL) is 0, in a network without such a technique, at strength\n0, with fewer than 8 rows in either batch, before the first step of adam, and where a loss or a\ngradient is not finite. ADROP_EINVAL if no optimiser was chosen or a setting is out of range, and\nthe errors of adrop_model_gradients; the weights are then unchanged."),
    "adrop_model_n_tensors": (c_size_t, (c_void_p,),
        ''),
    "adrop_model_tensor_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_tensor_info), c_size_t),
        'Tensor i: a listing.'),
    "adrop_model_get": (c_int, (c_void_p, c_size_t, c_void_p),
        "Copy values or gradients out, or values in, (n), in PyTorch's layout. ADROP_EINVAL for an index\nout of range, and for the gradients of buffers, which have none. ADROP_ENUMERIC if a new value is\nnot finite."),
    "adrop_model_get_gradient": (c_int, (c_void_p, c_size_t, c_void_p),
        "Copy values or gradients out, or values in, (n), in PyTorch's layout. ADROP_EINVAL for an index\nout of range, and for the gradients of buffers, which have none. ADROP_ENUMERIC if a new value is\nnot finite."),
    "adrop_model_set": (c_int, (c_void_p, c_size_t, c_void_p),
        "Copy values or gradients out, or values in, (n), in PyTorch's layout. ADROP_EINVAL for an index\nout of range, and for the gradients of buffers, which have none. ADROP_ENUMERIC if a new value is\nnot finite."),
    "adrop_model_view_sized": (c_int, (c_void_p, c_char_p, POINTER(adrop_tensor_view), c_size_t),
        "The view of the tensor with this name. The pointer is valid as long as the model; it shows the\nmodel's current values, which change during a step or a load. ADROP_ENOENT if no tensor has the\nname; ADROP_EINVAL for the weights of convolutions and of layers that read sparse rows, which\nhave another layout: copy them with adrop_model_get. *view is all zero after a failure."),
    "adrop_model_save": (c_int, (c_void_p, c_char_p),
        'The model as a safetensors file: its tensors with checksums and, in the metadata, its description\n(model and dropout texts, where dropout is applied, shape, outputs, loss, schema), so the file\nalone is enough to restore it. It contains no date, path, host or number of threads: equal models\ngive equal files. ADROP_ENUMERIC, naming the tensor, if a value is not finite; the old file is\nthen kept.'),
    "adrop_model_write": (c_int, (c_void_p, POINTER(c_void_p), c_void_p),
        'The bytes of that file; *bytes is freed with adrop_free.'),
    "adrop_model_load": (c_int, (c_void_p, c_char_p),
        'Load the values of a file or a checkpoint into a model of the same form. Fails, and changes\nnothing, unless every tensor is present with its shape and finite values. A model without dropout\n("none") also accepts a file trained with a technique that is the identity in phase mean: the\ntechnique\'s own tensors are skipped, which is logged; other techniques are ADROP_EINVAL. Files of\nolder versions, without metadata, are accepted.'),
    "adrop_model_file_opts_init_sized": (None, (POINTER(adrop_model_file_opts), c_size_t),
        ''),
    "adrop_model_file_options": (POINTER(adrop_option), (),
        'Its option table (option.h): batch and precision. dropout is a text, or NULL.'),
    "adrop_model_open_file": (c_int, (c_void_p, c_char_p, POINTER(adrop_model_file_opts), POINTER(c_void_p)),
        'Create the model stored in a file, a checkpoint or a buffer with the bytes of one. opts may be\nNULL: the defaults. ADROP_EIO if the file cannot be read; ADROP_EFORMAT, with file, field and\nreason, if its contents are invalid or do not say which model they hold. Files are not trusted:\nthe network is checked against the tensors present before memory is allocated. *out is NULL after\na failure.'),
    "adrop_model_read": (c_int, (c_void_p, c_void_p, c_size_t, POINTER(adrop_model_file_opts), POINTER(c_void_p)),
        'Create the model stored in a file, a checkpoint or a buffer with the bytes of one. opts may be\nNULL: the defaults. ADROP_EIO if the file cannot be read; ADROP_EFORMAT, with file, field and\nreason, if its contents are invalid or do not say which model they hold. Files are not trusted:\nthe network is checked against the tensors present before memory is allocated. *out is NULL after\na failure.'),
    "adrop_model_schema": (c_char_p, (c_void_p,),
        "The meaning of raw rows and outputs, as JSON: shape, transforms, names of classes and columns,\nthe target's units. A trainer sets it from its data, a file stores it, a predictor\n(adrop/predict.h) reads it. NULL: none. The text is valid until it is set again."),
    "adrop_model_set_schema": (c_int, (c_void_p, c_char_p),
        "The meaning of raw rows and outputs, as JSON: shape, transforms, names of classes and columns,\nthe target's units. A trainer sets it from its data, a file stores it, a predictor\n(adrop/predict.h) reads it. NULL: none. The text is valid until it is set again."),
    "adrop_model_network": (c_int, (c_void_p, POINTER(c_char_p)),
        'The network as a text, "net:conv out=64 ..; ..", which creates the same network again, with the\nsame tensors, initial weights and noise (docs/networks.md has its grammar). Free *text with\nadrop_free.'),
    "adrop_model_describe_sized": (None, (c_void_p, POINTER(adrop_model_info), c_size_t),
        ''),
    "adrop_model_layer_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_layer_info), c_size_t),
        ''),
    "adrop_model_clock": (c_int, (c_void_p, c_int),
        'Start or stop the clock that accumulates the times of layers; starting resets them to 0.'),
    "adrop_model_dropout_name": (c_char_p, (c_void_p, c_size_t),
        "The techniques in the network, by index: the distribution of a unit's mask and the mean rate, as\nin adrop/dropout.h."),
    "adrop_model_dropout_rate": (c_double, (c_void_p, c_size_t),
        "The techniques in the network, by index: the distribution of a unit's mask and the mean rate, as\nin adrop/dropout.h."),
    "adrop_model_dropout_extra": (c_double, (c_void_p, c_size_t),
        "The loss that technique i added in the last adrop_model_gradients, adrop_model_backward or\nadrop_model_backward_from (extra of adrop_losses is the sum over techniques, plus R-Drop's); 0\nbefore the first. NaN if there is no technique i."),
    "adrop_model_dropout_moments_sized": (c_int, (c_void_p, c_size_t, c_size_t, POINTER(adrop_moments), c_size_t),
        "The loss that technique i added in the last adrop_model_gradients, adrop_model_backward or\nadrop_model_backward_from (extra of adrop_losses is the sum over techniques, plus R-Drop's); 0\nbefore the first. NaN if there is no technique i."),
    "adrop_model_dropout_average_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_moments), c_size_t),
        'The same numbers averaged over the units, as in an epoch line.'),
    "adrop_model_dropout_density": (c_int, (c_void_p, c_size_t, c_size_t, c_void_p),
        'The mask density of technique i, if more is learned than mu and sigma, as with map=spline:\ndensity[k] is the mass in [k / n, (k + 1) / n] times n, averaged over the units. 0 if there is no\nsuch technique, or it learns no more.'),
    "adrop_model_set_dropout_strength": (c_int, (c_void_p, c_double),
        "Set the strength of the techniques in the dropout layers from now on, in [0, 1], as\nadrop_dropout_set_strength does. A model's file stores it. ADROP_EINVAL, ADROP_ENOMEM."),
    "adrop_model_dropout_strength": (c_double, (c_void_p,),
        "Set the strength of the techniques in the dropout layers from now on, in [0, 1], as\nadrop_dropout_set_strength does. A model's file stores it. ADROP_EINVAL, ADROP_ENOMEM."),
    "adrop_peak_gflops": (c_int, (c_void_p, c_size_t, c_void_p),
        "The reference for the speed of a step: GFLOP per second of float matrix products on the context's\nthreads, the best of `rounds` rounds over 256 x 800 x 800 and 1024^3."),
    "adrop_architecture_count": (c_size_t, (),
        ''),
    "adrop_architecture_at_sized": (c_int, (c_size_t, POINTER(adrop_architecture_info), c_size_t),
        ''),
    "adrop_graph_create": (c_int, (c_void_p, POINTER(c_void_p)),
        'Create a graph without layers. *out is NULL after a failure, here as in all calls that create\none.'),
    "adrop_graph_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_graph_add": (c_int, (c_void_p, c_char_p, c_char_p, c_char_p),
        'Add a layer: its kind and settings, "conv 16 3 pad=1" or "conv out=16 kernel=3 pad=1". name is\nthe prefix of its tensors ("a.weight") and the name by which later layers refer to it; NULL: its\nkind and number. from names the earlier layers that it reads, "a, b"; "input" is the network\'s\ninput; NULL: the previous layer. "maps channels-last", before the first layer, is not a layer but\nsets the memory order of maps. The texts are copied. ADROP_ENOENT or ADROP_EINVAL for an unknown\nkind, setting or input, with the nearest known name; the graph is then unchanged.'),
    "adrop_graph_read": (c_int, (c_void_p, c_char_p, POINTER(c_void_p)),
        'The layers of a "net:.." text, or of a YAML file, "net.yaml". ADROP_EFORMAT names file, line,\nlayer and reason; ADROP_EIO if the file cannot be read.'),
    "adrop_graph_of": (c_int, (c_void_p, POINTER(adrop_model_opts), POINTER(c_void_p)),
        'The layers of any model: opts->model may be a built-in architecture, "vgg16:width=0.5". Only the\noptions model, dropout, dropout_at, the input\'s shape and outputs are read. A model made from the\ngraph with the same options is the same, bit for bit; the graph also works with other sizes of\ninputs and outputs. Layers that use the technique of the options become `dropout` without a\ntechnique.'),
    "adrop_graph_count": (c_size_t, (c_void_p,),
        'The number of layers, without the input.'),
    "adrop_graph_layer_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_graph_layer_info), c_size_t),
        'Layer i, from 1 to count: a listing. The text lives as long as the graph.'),
    "adrop_graph_text": (c_int, (c_void_p, POINTER(c_char_p)),
        'The graph as a text for adrop_model_opts.model, "net:..", and as a YAML file. Free them with\nadrop_free.'),
    "adrop_graph_yaml": (c_int, (c_void_p, POINTER(c_char_p)),
        'The graph as a text for adrop_model_opts.model, "net:..", and as a YAML file. Free them with\nadrop_free.'),
    "adrop_text_options": (POINTER(adrop_option), (),
        'Its option table (option.h): every member is a row.'),
    "adrop_split_opts_init_sized": (None, (POINTER(adrop_split_opts), c_size_t),
        ''),
    "adrop_split_options": (POINTER(adrop_option), (),
        'The option table of adrop_split_opts (option.h).'),
    "adrop_arrays_init_sized": (None, (POINTER(adrop_arrays), c_size_t),
        ''),
    "adrop_data_from_arrays": (c_int, (c_void_p, POINTER(adrop_arrays), POINTER(adrop_split_opts), POINTER(c_void_p)),
        'Create a data set from rows in memory; opts may be NULL for the defaults. ADROP_EINVAL for\nmissing or inconsistent arrays, values that are not finite, labels out of range, settings that do\nnot fit, and an empty training part; *out is NULL after a failure.\n\nThe contents of the arrays have a checksum (adrop_data_file_at: one entry with the name,\nXXH3_64bits), by which a run recognises its rows, as it does files.'),
    "adrop_data_view": (c_int, (c_void_p, c_void_p, POINTER(adrop_split_opts), POINTER(c_void_p)),
        'The same rows, split and scaled in another way; they are shared, not copied. Parts given with the\nrows stay, and so do values fitted for a model that was read. opts may be NULL for the defaults;\nadrop_data_split returns the options of base. A view and its base are freed in any order, and by\nany thread if their allocators allow it.'),
    "adrop_data_split_sized": (None, (c_void_p, POINTER(adrop_split_opts), c_size_t),
        'How a data set was split and scaled.'),
    "adrop_data_free": (None, (c_void_p,),
        'NULL is fine. Free its batches first.'),
    "adrop_data_describe_sized": (None, (c_void_p, POINTER(adrop_data_info), c_size_t),
        'The texts live as long as the data.'),
    "adrop_data_rows": (c_void_p, (c_void_p, c_int, c_void_p),
        'The rows of a part in ascending order, n of them; NULL and 0 for an invalid part.'),
    "adrop_data_class_name": (c_char_p, (c_void_p, c_size_t),
        '"cat"; a table\'s column, "" if it has no header. NULL past the last.'),
    "adrop_data_column_name": (c_char_p, (c_void_p, c_size_t),
        '"cat"; a table\'s column, "" if it has no header. NULL past the last.'),
    "adrop_data_column_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_data_column), c_size_t),
        'The columns of a table in file order, inputs or not: a listing, 0 past the last.'),
    "adrop_data_row_name": (c_char_p, (c_void_p, c_size_t),
        'The name of a row: its value in the column `id` of a table; its file name if images were opened\nfor prediction (adrop_run_open_inputs); NULL if rows have only numbers.'),
    "adrop_data_row_line": (c_size_t, (c_void_p, c_size_t),
        'The line number of a row in a text file, from 1; known if a table was opened for prediction. 0:\nunknown.'),
    "adrop_data_label": (c_int32, (c_void_p, c_size_t),
        'The answer of one row. The label is -1 for regression (and for a class that is unknown to a run:\nadrop_run_open_inputs). The target is NaN for classification, and otherwise in its own units. -1\nand NaN past the last row.'),
    "adrop_data_target": (c_double, (c_void_p, c_size_t),
        'The answer of one row. The label is -1 for regression (and for a class that is unknown to a run:\nadrop_run_open_inputs). The target is NaN for classification, and otherwise in its own units. -1\nand NaN past the last row.'),
    "adrop_data_target_at": (c_double, (c_void_p, c_size_t, c_size_t),
        'The same for one of several targets, from 0; NaN past the last.'),
    "adrop_data_target_name": (c_char_p, (c_void_p, c_size_t),
        'The name of a target, or of what the classes describe; NULL if it has none.'),
    "adrop_data_has_class": (c_int, (c_void_p, c_size_t, c_size_t),
        '1 if a row has the class; 0 past the last row or class. For rows with several classes,\nadrop_data_label is the first, or 0.'),
    "adrop_data_row": (c_int, (c_void_p, c_void_p, c_size_t, c_void_p),
        "x (channels, height, width), scaled, without augmentation. ADROP_EINVAL for a row out of range;\nADROP_EFORMAT or ADROP_EIO if decoding fails. ctx is the calling thread's."),
    "adrop_data_pixels": (c_int, (c_void_p, c_void_p, c_size_t, c_void_p),
        "The row's unscaled bytes, (channels, height, width); ADROP_EINVAL if rows are not bytes."),
    "adrop_data_moments": (None, (c_void_p, c_size_t, c_void_p, c_void_p),
        'The mean and standard deviation of a channel or column over the training rows, in units of the\nscaled input before standardisation (pixels: p / top); NaN unless the input scale is standard,\nand past the last channel.'),
    "adrop_batches_opts_init_sized": (None, (POINTER(adrop_batches_opts), c_size_t),
        ''),
    "adrop_batches_options": (POINTER(adrop_option), (),
        'Its option table (option.h): all but seed, for which any value is valid, and the flags of\naugment.'),
    "adrop_batches_create": (c_int, (c_void_p, c_void_p, POINTER(adrop_batches_opts), POINTER(c_void_p)),
        "opts may be NULL for the defaults. ctx is the calling thread's: it receives messages and\nallocates, also in later calls, and must outlive the batches. ADROP_EINVAL for an empty part,\naugmentation of data that are not images, or settings out of range. Batches depend only on the\nseed, the epoch and the part, not on workers or ahead. With workers, images that are decoded on\nuse allocate from the context's allocator in several threads at once."),
    "adrop_batches_free": (None, (c_void_p,),
        'Stops the workers. NULL is fine.'),
    "adrop_batches_count": (c_size_t, (c_void_p,),
        'The number of batches in an epoch.'),
    "adrop_batches_begin": (c_int, (c_void_p, c_uint32, c_size_t),
        'Start an epoch at one of its batches: 0, or where a run was interrupted.'),
    "adrop_batches_next_sized": (c_int, (c_void_p, POINTER(adrop_data_batch), c_size_t),
        'The next batch of the epoch. Returns an error status if a file cannot be decoded.'),
    "adrop_batches_peek_sized": (c_int, (c_void_p, POINTER(adrop_data_batch), c_size_t),
        'The batch that adrop_batches_next will return next; the last one returned stays valid. At the end\nof an epoch, the first batch of the same epoch again. Otherwise, a batch is prepared only once.\nADROP_EINVAL unless the options have peeks.'),
    "adrop_trainer_opts_init_sized": (None, (POINTER(adrop_trainer_opts), c_size_t),
        ''),
    "adrop_trainer_options": (POINTER(adrop_option), (),
        ''),
    "adrop_trainer_create": (c_int, (c_void_p, c_void_p, POINTER(adrop_model_opts), POINTER(adrop_trainer_opts), POINTER(c_void_p)),
        "Create a trainer with its own model. Of the model's options, only model, dropout, dropout_at,\nshards, precision and direct are used; shape, outputs, loss, batch, n_train and seed come from\nthe data and opts. opts may be NULL: the defaults. The data must outlive the trainer. They are\nonly read, and may be shared with trainers in other contexts.\n\nADROP_EINVAL for settings that contradict each other or do not fit the data; ADROP_ENOMEM, with\nthe required and available sizes, if memory is insufficient; and the errors of\nadrop_model_create. *out is NULL after a failure."),
    "adrop_trainer_create_on": (c_int, (c_void_p, c_void_p, c_void_p, POINTER(adrop_trainer_opts), POINTER(c_void_p)),
        "The same with an existing model, starting from its weights. The model is borrowed: it must\noutlive the trainer and belong to the same context. Its optimiser, schema and no_finite_check are\nreplaced. The batch is at most the model's. ADROP_ESHAPE if its inputs or outputs do not match\nthe data."),
    "adrop_trainer_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_trainer_model": (c_void_p, (c_void_p,),
        ''),
    "adrop_trainer_data": (c_void_p, (c_void_p,),
        ''),
    "adrop_trainer_hooks_init_sized": (None, (POINTER(adrop_trainer_hooks), c_size_t),
        ''),
    "adrop_trainer_watch": (c_int, (c_void_p, POINTER(adrop_trainer_hooks)),
        'Set the hooks from now on; NULL: none.'),
    "adrop_trainer_step_sized": (c_int, (c_void_p, POINTER(adrop_step), c_size_t),
        'One optimiser step on the next batch. After the last step of an epoch, the next call starts the\nnext epoch without evaluation, unless adrop_trainer_epoch was called in between.\n\nADROP_ENUMERIC if the loss or an input is not finite (the message names the step, and the layer\nor the row); the weights are then those before the step. ADROP_EINVAL if all epochs are done.'),
    "adrop_trainer_epoch_sized": (c_int, (c_void_p, POINTER(adrop_epoch), c_size_t),
        'The remaining steps of the epoch, and its evaluation on validation and test rows. ADROP_EINTR if\nstop ended it early; the steps done are kept, and the next call continues.\n\nWith keep_best, the last call gives the model the weights of the best epoch; those of the last\nepoch are kept, and saved, for continuing the training with more epochs.'),
    "adrop_trainer_run": (c_int, (c_void_p,),
        'All remaining epochs. ADROP_EINTR as above.'),
    "adrop_trainer_is_done": (c_int, (c_void_p,),
        '1 if all epochs are done, or patience ran out.'),
    "adrop_trainer_evaluate_sized": (c_int, (c_void_p, c_int, POINTER(adrop_score), c_size_t),
        ''),
    "adrop_trainer_describe_sized": (None, (c_void_p, POINTER(adrop_trainer_info), c_size_t),
        ''),
    "adrop_trainer_save": (c_int, (c_void_p, c_char_p),
        "Write everything needed to resume with the same bits to one file, which is replaced atomically:\nweights, the optimiser's state, the state of training, the settings. It can also be opened as a\nmodel (adrop/model.h, adrop/predict.h). ADROP_EDISK if the disk is full."),
    "adrop_trainer_resume": (c_int, (c_void_p, c_char_p),
        'Resume from a checkpoint, in a trainer created in the same way. ADROP_EFORMAT for a file that is\nnot a checkpoint, is damaged, or belongs to another model. ADROP_EINVAL, naming the setting, if\none that affects the result differs (epochs, patience and workers may). Nothing is changed on\nfailure.'),
    "adrop_units_create": (c_int, (c_void_p, POINTER(c_void_p)),
        "The units of a model's network. Use them with that model only, and free them before it."),
    "adrop_units_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_units_count": (c_size_t, (c_void_p,),
        ''),
    "adrop_unit_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_unit), c_size_t),
        'Unit i: a listing, by layer, then by channel.'),
    "adrop_model_compact": (c_int, (c_void_p, c_void_p, c_uint, c_void_p, POINTER(c_void_p)),
        'A network without the units whose byte of keep is 0, with the values of the rest. It computes\nwhat the full network computes after adrop_model_clear_units, except for rounding of sums. It is\nan ordinary model: adrop_model_network describes its layers, and it can be saved, trained, and\ncompacted again. ADROP_EINVAL, naming the layer, if a layer would have no units left.'),
    "adrop_model_clear_units": (c_int, (c_void_p, c_void_p, c_uint, c_void_p),
        "Set everything that belongs to the removed units to zero: incoming and outgoing weights, biases,\nscale and shift of batch norms, and the techniques' parameters. The network keeps its size."),
    "adrop_model_keep_zeros": (c_int, (c_void_p, c_void_p),
        'From now on, zero weights of dense layers and convolutions stay zero in every adrop_model_step:\ntheir gradients are set to zero, so momentum and decay do not change them. *zeros, unless NULL,\nreceives their number. Call it before the first step of an optimiser; each call finds the zeros\nagain.'),
    "adrop_model_sparse_weights": (c_int, (c_void_p, c_int, c_void_p),
        'Apply this in phases mean and sample from now on, until weights are set, loaded or trained, which\nswitches it off. *layers, unless NULL, receives the number of dense layers affected. It is off in\na new model, and auto in opened predictors (adrop/predict.h) and runs (adrop/train.h), unless\ntheir options say otherwise. In bf16 it affects no layer.'),
    "adrop_criterion_at_sized": (c_int, (c_size_t, POINTER(adrop_criterion_info), c_size_t),
        'Criterion i: a listing.'),
    "adrop_choose_opts_init_sized": (None, (POINTER(adrop_choose_opts), c_size_t),
        ''),
    "adrop_choose_options": (POINTER(adrop_option), (),
        'Its option table (option.h): all but criterion, which must be given, and data.'),
    "adrop_units_choose": (c_int, (c_void_p, c_void_p, POINTER(adrop_choose_opts), c_uint, c_void_p, c_void_p),
        "Choose the units to keep: keep, one byte per unit, is 0 for round(rate / 100 * units) of them, or\nfor that share of each layer. The last unit of a layer always stays. *removed, unless NULL,\nreceives the number of removed units. ADROP_ENOENT for an unknown criterion, ADROP_EINVAL if it\ncannot rank this model's units."),
    "adrop_weights_choose": (c_int, (c_void_p, POINTER(adrop_choose_opts), c_void_p),
        'The same for single nonzero weights of dense layers and convolutions: removed weights are set to\nzero.'),
    "adrop_predictor_opts_init_sized": (None, (POINTER(adrop_predictor_opts), c_size_t),
        ''),
    "adrop_predictor_options": (POINTER(adrop_option), (),
        'Its option table (option.h): all but dropout, which is a text, or NULL.'),
    "adrop_predictor_open": (c_int, (c_void_p, c_char_p, POINTER(adrop_predictor_opts), POINTER(c_void_p)),
        'Open a run directory (its model or, if it is not done, its newest valid checkpoint), a file, or a\nbuffer with the bytes of one. opts may be NULL: the defaults. ADROP_EIO if it cannot be read;\nADROP_EFORMAT, with file, field and reason, if it is invalid. *out is NULL after a failure.'),
    "adrop_predictor_read": (c_int, (c_void_p, c_void_p, c_size_t, POINTER(adrop_predictor_opts), POINTER(c_void_p)),
        'Open a run directory (its model or, if it is not done, its newest valid checkpoint), a file, or a\nbuffer with the bytes of one. opts may be NULL: the defaults. ADROP_EIO if it cannot be read;\nADROP_EFORMAT, with file, field and reason, if it is invalid. *out is NULL after a failure.'),
    "adrop_predictor_create": (c_int, (c_void_p, c_void_p, POINTER(c_void_p)),
        "Use a model in memory, which is borrowed and must outlive the predictor. Its schema\n(adrop_model_schema) defines the raw rows; without one, rows are the network's inputs and values\nits outputs."),
    "adrop_predictor_share": (c_int, (c_void_p, c_void_p, POINTER(c_void_p)),
        "Another predictor with the same weights, for another thread with its own context. p must not be\nin use during the call. Afterwards the two share only read-only data, and may be freed in any\norder, and by any thread if the allocator of p's context allows it. A borrowed model must not be\ntrained in the meantime. ADROP_EINVAL if the contexts have different numbers of threads and the\nnetwork's layout depends on them."),
    "adrop_predictor_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_predictor_describe_sized": (None, (c_void_p, POINTER(adrop_predictor_info), c_size_t),
        ''),
    "adrop_predictor_class_name": (c_char_p, (c_void_p, c_size_t),
        'NULL past the last, and where there are no names.'),
    "adrop_predictor_column_name": (c_char_p, (c_void_p, c_size_t),
        'NULL past the last, and where there are no names.'),
    "adrop_predictor_target_name": (c_char_p, (c_void_p, c_size_t),
        'NULL past the last, and where there are no names.'),
    "adrop_predictor_word": (c_char_p, (c_void_p, c_size_t, c_size_t),
        'Word i of a column, whose raw values are word numbers; NULL past the last, and for numeric\ncolumns.'),
    "adrop_predictor_model": (c_void_p, (c_void_p,),
        ''),
    "adrop_predictor_terms": (c_int, (c_void_p, c_size_t, POINTER(c_char_p), c_void_p),
        'For a model of documents, the n terms with the strongest weight for each output, strongest first:\nterms (outputs, n), valid as long as the predictor, NULL where there are fewer; and their weights\n(outputs, n). The weights are those of the layer that reads the terms; with hidden layers, the\nsum over all paths as if every unit were active. ADROP_EINVAL for other models, for features that\nkeep no terms (hash:B), and for a network that is not a chain of dense layers.'),
    "adrop_predictor_predict": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p),
        "Predictions for n raw rows (n, channels, height, width). mean (n, outputs): probabilities of the\nclasses, or values in the target's units. std (n, outputs), or NULL: their standard deviations\nover `samples` noisy passes. With samples 0, or a model without a random layer: one pass without\nnoise, and std is zero. row_numbers (n) are the addresses of the noise; NULL: 0, 1, ...\n\nADROP_ENUMERIC, naming the row, for an input or an output that is not finite. Inputs are checked\nbefore anything is written; after a later failure (an output, memory), mean and std hold NaN.\nBytes are for models of pixels: ADROP_EINVAL otherwise. Floats with the same values give the same\nbits."),
    "adrop_predictor_predict_bytes": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p),
        "Predictions for n raw rows (n, channels, height, width). mean (n, outputs): probabilities of the\nclasses, or values in the target's units. std (n, outputs), or NULL: their standard deviations\nover `samples` noisy passes. With samples 0, or a model without a random layer: one pass without\nnoise, and std is zero. row_numbers (n) are the addresses of the noise; NULL: 0, 1, ...\n\nADROP_ENUMERIC, naming the row, for an input or an output that is not finite. Inputs are checked\nbefore anything is written; after a later failure (an output, memory), mean and std hold NaN.\nBytes are for models of pixels: ADROP_EINVAL otherwise. Floats with the same values give the same\nbits."),
    "adrop_sample_opts_init_sized": (None, (POINTER(adrop_sample_opts), c_size_t),
        ''),
    "adrop_sample_options": (POINTER(adrop_option), (),
        'Its option table (option.h): every member is a row.'),
    "adrop_predictor_sample": (c_int, (c_void_p, POINTER(adrop_sample_opts), c_size_t, c_void_p, c_void_p, POINTER(adrop_sampled)),
        'adrop_predictor_predict with these measures. ADROP_EINVAL for samples of a model without a random\nlayer.'),
    "adrop_predictor_draw": (c_int, (c_void_p, POINTER(adrop_sample_opts), c_size_t, c_void_p, c_void_p, POINTER(adrop_draws), c_void_p),
        'The passes of adrop_predictor_predict with the same number of samples: same noise, same bits. Its\nmean is m_S of m_k = m_(k - 1) + (draw_k - m_(k - 1)) / k, from 0. opts as for\nadrop_predictor_sample, except by_moments, which has no passes; NULL: the defaults.\n\n*passes (may be NULL) is S: opts->samples; 1 without samples or without a random layer; at most\nthe number of members of a technique with fixed masks. draws is packed for that S.\n\nAlso ADROP_EINVAL if draws and quantiles are both NULL, and for an at[i] out of range.\nADROP_ENUMERIC as adrop_predictor_predict; after a later failure the arrays hold NaN.'),
    "adrop_raw_rows_init_sized": (None, (POINTER(adrop_raw_rows), c_size_t),
        ''),
    "adrop_predictor_predict_rows": (c_int, (c_void_p, POINTER(adrop_raw_rows), c_size_t, c_void_p, c_void_p),
        'adrop_predictor_predict, _sample and _draw for such rows. Also ADROP_EINVAL, naming row and\nfield, for invalid rows, and for a form that the model does not read.'),
    "adrop_predictor_sample_rows": (c_int, (c_void_p, POINTER(adrop_sample_opts), POINTER(adrop_raw_rows), POINTER(adrop_sampled)),
        'adrop_predictor_predict, _sample and _draw for such rows. Also ADROP_EINVAL, naming row and\nfield, for invalid rows, and for a form that the model does not read.'),
    "adrop_predictor_draw_rows": (c_int, (c_void_p, POINTER(adrop_sample_opts), POINTER(adrop_raw_rows), POINTER(adrop_draws), c_void_p),
        'adrop_predictor_predict, _sample and _draw for such rows. Also ADROP_EINVAL, naming row and\nfield, for invalid rows, and for a form that the model does not read.'),
    "adrop_export_opts_init_sized": (None, (POINTER(adrop_export_opts), c_size_t),
        ''),
    "adrop_export_options": (POINTER(adrop_option), (),
        'Its option table (option.h): format and samples.'),
    "adrop_model_export": (c_int, (c_void_p, POINTER(adrop_export_opts), c_char_p),
        'Write the file atomically. opts may be NULL: the defaults. The memory needed is that of the\nlargest tensor. ADROP_EINVAL, naming what can be exported, for samples of a technique that cannot\nbe expressed in a graph or of a network without noise; ADROP_ENUMERIC, naming the tensor, for\nweights that are not finite; ADROP_EDISK if the file cannot be written.'),
    "adrop_model_import": (c_int, (c_void_p, c_char_p, POINTER(adrop_model_file_opts), POINTER(c_void_p)),
        'Create the model of an ONNX file, freed with adrop_model_free; opts may be NULL. A file from\nadrop_model_export restores the model bit for bit. Any other file becomes a network of layers\nwith its weights and without a schema; adrop_model_network returns its text. ADROP_EFORMAT for an\ninvalid file; ADROP_EINVAL, naming them, for nodes that no layer computes.'),
    "adrop_calibration_open": (c_int, (c_void_p, c_char_p, c_void_p, c_size_t, POINTER(c_void_p)),
        'Open the calibration of the run in a folder, for predictions of `model` with `samples` passes.\nADROP_EINVAL, with the cure, if the run was not calibrated, was calibrated with another number of\npasses, or if its model has changed since. ADROP_EFORMAT, with file, field and reason, if the\nfile is damaged.'),
    "adrop_calibration_free": (None, (c_void_p,),
        'Open the calibration of the run in a folder, for predictions of `model` with `samples` passes.\nADROP_EINVAL, with the cure, if the run was not calibrated, was calibrated with another number of\npasses, or if its model has changed since. ADROP_EFORMAT, with file, field and reason, if the\nfile is damaged.'),
    "adrop_calibration_describe_sized": (None, (c_void_p, POINTER(adrop_calibration_info), c_size_t),
        ''),
    "adrop_calibration_sets": (c_int, (c_void_p, c_int, c_double, c_size_t, c_void_p, c_void_p, c_void_p),
        'Prediction sets for n rows with probabilities p (n, classes): member (n, classes) is 0 or 1;\nlevel is in (0, 1). rows (n) are the addresses of the random numbers of APS and RAPS; NULL: 0, 1,\n... With fewer calibration rows than the level needs, every set contains all classes.\nADROP_EINVAL for regression.'),
    "adrop_calibration_sets_with": (c_int, (c_void_p, POINTER(adrop_conformal_opts), c_size_t, c_void_p, c_void_p, c_void_p),
        "The same with options: kind, level, and whether sets may be empty (adrop_conformal_opts; NULL:\nthe defaults). penalty and free must have their defaults, which the calibration used;\nADROP_EINVAL otherwise. The seed is the calibration's own."),
    "adrop_calibration_intervals": (c_int, (c_void_p, c_double, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p),
        'Intervals for n values: mean +- a multiple of the total standard deviation (passes and noise).\nInfinite with fewer calibration rows than the level needs. ADROP_EINVAL for classes.'),
    "adrop_calibration_threshold": (c_int, (c_void_p, c_double, c_void_p),
        'The threshold behind the sets and intervals of a level, for programs that compute them elsewhere\n(adrop_export_opts): the largest LAC score, 1 - probability, or the multiple of the standard\ndeviation. Infinite with fewer calibration rows than the level needs. ADROP_EINVAL for a level\nthat is not between 0 and 1.'),
    "adrop_data_opts_init_sized": (None, (POINTER(adrop_data_opts), c_size_t),
        ''),
    "adrop_data_opts_split_sized": (None, (POINTER(adrop_data_opts), POINTER(adrop_split_opts), c_size_t),
        'The splitting and scaling part of the options. A view (rows.h) with these, of a data set that was\nopened with otherwise equal options (except `split` of uci sets), equals opening it with\n`opts`.'),
    "adrop_data_options": (POINTER(adrop_option), (),
        'The option table of adrop_data_opts (option.h), for command lines and files.'),
    "adrop_data_open": (c_int, (c_void_p, POINTER(adrop_data_opts), POINTER(c_void_p)),
        'Read a data set. ADROP_ENOENT for an unknown name, or a known one whose files are not found;\nADROP_EIO for files that cannot be read; ADROP_EFORMAT for files with invalid contents;\nADROP_EINVAL for settings that do not fit the data. *out is NULL after a failure.'),
    "adrop_data_n_files": (c_size_t, (c_void_p,),
        'The files that were read: path, length and XXH3_64bits of each. A folder of images has too many\nfiles to list and is one entry: xxh3 is a sum over the names and lengths of all files, contents\none over the names, lengths and bytes of the images (0 for other formats). A listing of\nadrop_data_n_files entries.'),
    "adrop_data_file_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_data_file), c_size_t),
        'The files that were read: path, length and XXH3_64bits of each. A folder of images has too many\nfiles to list and is one entry: xxh3 is a sum over the names and lengths of all files, contents\none over the names, lengths and bytes of the images (0 for other formats). A listing of\nadrop_data_n_files entries.'),
    "adrop_known_data_at_sized": (c_int, (c_size_t, POINTER(adrop_known_data), c_size_t),
        'The known names and the formats: two listings.'),
    "adrop_known_data_find": (c_int, (c_void_p, c_char_p, c_char_p, c_char_p, c_size_t),
        'Where a known set would be read from, truncated to size; "" if it is built in. ADROP_ENOENT if\nthe name is unknown or none of its places exists.'),
    "adrop_data_format_at_sized": (c_int, (c_size_t, POINTER(adrop_data_format), c_size_t),
        ''),
    "adrop_data_verify": (c_int, (c_void_p, c_char_p, c_char_p, c_void_p),
        "set is a known name; the file's own name selects the checksum."),
    "adrop_unpack": (c_int, (c_void_p, c_char_p, c_char_p),
        'Extract an archive (tar or zip, compressed or not) into a folder, which is created. Existing\nfiles are never replaced: ADROP_EEXIST. Paths that leave the folder, links, devices and bombs are\nrefused.'),
    "adrop_launch_opts_init_sized": (None, (POINTER(adrop_launch_opts), c_size_t),
        ''),
    "adrop_launch_options": (POINTER(adrop_option), (),
        ''),
    "adrop_launch_rank": (c_size_t, (c_void_p,),
        'The index of this process among those started together, and their number, from the environment of\nmpirun, srun or a Slurm job array. 0 and 1 if it is alone.'),
    "adrop_launch_open": (c_int, (c_void_p, POINTER(adrop_launch_opts), POINTER(c_void_p)),
        'Workers for the runs of calls that get them (`launch` of their hooks). ADROP_EEXIST if another\nprogram is the head of this folder; ADROP_EINVAL for mpi if only one process was started, and for\ninvalid options of slurm. Slurm jobs are submitted when there is a run to train. *out is NULL for\nlocal, and after a failure.'),
    "adrop_launch_close": (None, (c_void_p,),
        'Stop the workers; those that are training save a checkpoint first. NULL is fine.'),
    "adrop_launch_script": (c_int, (c_void_p, POINTER(adrop_launch_opts), c_char_p, POINTER(c_char_p)),
        'A script for sbatch that runs a whole experiment as a job array, whose first job is the head.\ncommand: what each job runs, in shell syntax. Freed with adrop_free.'),
    "adrop_worker_run": (c_int, (c_void_p, c_char_p, c_size_t, c_char_p, CFUNCTYPE(c_int, c_void_p), c_void_p),
        'Act as worker `number` of the experiment in folder until the head reports that all is done.\nsession: the id that the head gave; NULL: any head. stop is called often (NULL: never); nonzero\nsaves and ends, with ADROP_EINTR. ADROP_ENETWORK if no head has been seen for ten minutes.'),
    "adrop_worker_at_sized": (c_int, (c_void_p, c_char_p, c_size_t, POINTER(adrop_worker_info), c_size_t),
        'Worker i of the experiment in folder, while there is a head: a listing. Workers that have not\nstarted yet (a queued Slurm job) have no host.'),
    "adrop_train_opts_init_sized": (None, (POINTER(adrop_train_opts), c_size_t),
        ''),
    "adrop_train_options": (POINTER(adrop_option), (),
        ''),
    "adrop_train_hooks_init_sized": (None, (POINTER(adrop_train_hooks), c_size_t),
        ''),
    "adrop_train_sized": (c_int, (c_void_p, POINTER(adrop_data_opts), POINTER(adrop_train_opts), POINTER(adrop_train_hooks), POINTER(adrop_train_result), c_size_t),
        'ADROP_EINTR if stop asked for it, with the result so far. ADROP_EINVAL for settings that\ncontradict each other or differ from those of the run to be resumed (the message says which).\nADROP_EEXIST for an existing run without resume, or one that another program is working on.\nADROP_ENUMERIC if the loss is not finite (the message names layer and step, and says whether a\ncheckpoint exists). ADROP_EDISK if a file cannot be written (the old checkpoint stays).\nADROP_ENOMEM, with the required and available sizes, before the first step if memory is\ninsufficient. Also the errors of opening the data and creating the model.'),
    "adrop_train_on_sized": (c_int, (c_void_p, c_void_p, POINTER(adrop_data_opts), POINTER(adrop_train_opts), POINTER(adrop_train_hooks), POINTER(adrop_train_result), c_size_t),
        'The same on open data, which are only read: several runs, in their own contexts, may share them.\nopts are the options with which they were opened, for the record; NULL: they come from no file,\nand the record has the contents of adrop_data_describe and adrop_data_split. A run can only be\nresumed on its own rows, recognised by the checksum of the arrays, in the same parts:\nADROP_EFORMAT and ADROP_EINVAL otherwise.'),
    "adrop_train_resolve": (c_int, (c_void_p, c_void_p, POINTER(adrop_train_opts)),
        'Fill in the settings that depend on the data, as adrop_train does, and check that they are\nconsistent: the settings of a run before it begins.'),
    "adrop_train_settings_sized": (c_int, (c_void_p, c_char_p, POINTER(adrop_data_opts), c_size_t, POINTER(adrop_train_opts), c_size_t),
        'The settings with which a run was started, from its run.json, over the defaults: pass them to\nadrop_train with resume, and possibly more epochs, to resume it. Their texts, including\ndata->data, live as long as the context. The data directory is not part of a record. ADROP_EIO or\nADROP_EFORMAT if there is no run.'),
    "adrop_run_open": (c_int, (c_void_p, c_char_p, c_char_p, c_char_p, POINTER(c_void_p)),
        "Read run.json and model.safetensors (or, for an unfinished run, the newest valid checkpoint), and\na data set to test on: data, or the run's own if it is NULL. Rows are processed like the training\nrows: with the run's settings, its means and standard deviations, its class numbers (matched by\nname), and targets in its units. run.json stores all of these, so the run's own data need not be\npresent if data is another set; runs of older versions lack them, and their own data are read.\nADROP_ESHAPE for rows of another shape, ADROP_EINVAL for a class that the run does not know.\ndata_dir is the folder of known sets."),
    "adrop_run_opts_init_sized": (None, (POINTER(adrop_run_opts), c_size_t),
        ''),
    "adrop_run_options": (POINTER(adrop_option), (),
        'Its option table (option.h): all but data and data_dir, which are texts, or NULL.'),
    "adrop_run_open_with": (c_int, (c_void_p, c_char_p, POINTER(adrop_run_opts), POINTER(c_void_p)),
        "adrop_run_open and adrop_run_open_inputs in one. The run's own data must match its record (unless\nall rows are opened as inputs): the same files with the same checksums, at their recorded place\nor, if that is gone, at the path as typed. ADROP_EFORMAT names the file that changed, is missing\nor was added."),
    "adrop_run_open_on": (c_int, (c_void_p, c_char_p, c_void_p, POINTER(adrop_run_opts), POINTER(c_void_p)),
        "The same with open rows, in memory or from files: processed like the run's training rows, with\nclasses and words matched by name. The parts are those of data. If these are the run's own data\n(adrop_run_has_own_data), the parts are those of the run: ADROP_EINVAL if neither the split of\ndata nor the run's settings give them. data and data_dir of opts are ignored. The run makes a\nview of data, which may then be freed. ADROP_EINVAL for columns with other names, and for missing\nvalues if the run was trained without."),
    "adrop_run_has_own_data": (c_int, (c_void_p,),
        '1 if the data are those that the run was trained on, in the same files or equal copies. They then\ninclude its training rows.'),
    "adrop_run_has_changed_data": (c_int, (c_void_p,),
        "1 if the run's own data differ from those it was trained on; only possible if that was\nallowed."),
    "adrop_run_open_inputs": (c_int, (c_void_p, c_char_p, c_char_p, c_char_p, c_int, POINTER(c_void_p)),
        "adrop_run_open for rows to predict, with any classes: adrop_data_label is -1 for one that the run\ndoes not know. all: all rows, without the run's splits and limits."),
    "adrop_run_free": (None, (c_void_p,),
        "adrop_run_open for rows to predict, with any classes: adrop_data_label is -1 for one that the run\ndoes not know. all: all rows, without the run's splits and limits."),
    "adrop_run_model": (c_void_p, (c_void_p,),
        ''),
    "adrop_run_data": (c_void_p, (c_void_p,),
        ''),
    "adrop_run_setting": (c_char_p, (c_void_p, c_char_p),
        ''),
    "adrop_run_evaluate_sized": (c_int, (c_void_p, c_int, POINTER(adrop_epoch), c_size_t, c_void_p),
        'Results on a part, without noise, in the members test_*; n rows.'),
    "adrop_run_predict": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_size_t, c_void_p, c_void_p),
        "Predictions for rows (n, inputs as scaled by the data set): probabilities of the classes, or\nvalues in the target's units, (n, outputs), and their standard deviation over `samples` noisy\npasses. samples 0: one pass without noise, standard deviations 0. row_numbers are the addresses\nof the noise. `deviation` may be NULL."),
    "adrop_compare_opts_init_sized": (None, (POINTER(adrop_compare_opts), c_size_t),
        ''),
    "adrop_compare_options": (POINTER(adrop_option), (),
        ''),
    "adrop_compare_create": (c_int, (c_void_p, POINTER(adrop_compare_opts), POINTER(adrop_data_opts), POINTER(adrop_train_opts), POINTER(c_void_p)),
        'Plan a comparison: open each data set once, check every technique and network, and find the\nfinished runs in the folder. model, dropout, seed, out and resume of train are ignored.\nADROP_EINVAL if a technique, network or data set is listed twice, if data sets have different\ntasks, or if the folder was made with other settings (the message names them). Runs, techniques,\nnetworks and data sets may be added to an existing folder.'),
    "adrop_compare_on": (c_int, (c_void_p, POINTER(adrop_compare_opts), c_size_t, POINTER(c_void_p), POINTER(adrop_split_opts), POINTER(adrop_train_opts), POINTER(c_void_p)),
        'The same with n open data sets, whose rows are shared. Each is known by its name, which must be\nunique; `data` of opts is ignored. split says how all are split; NULL: as they are, which must be\nthe same for all. The seeds of splits are those of the runs. A folder can only be continued with\nthe same rows: data sets from arrays are recognised by a checksum of their contents. Workers\n(adrop/launch.h) cannot access such rows: ADROP_EINVAL.'),
    "adrop_compare_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_compare_run_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_planned_run), c_size_t),
        'Run i of the plan, choices first: a listing.'),
    "adrop_compare_estimate": (c_int, (c_void_p, c_void_p),
        'Time a few steps of every cell with runs left, and estimate the seconds that the rest of the plan\ntakes, allowing for jobs.'),
    "adrop_compare_group_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_compare_group), c_size_t),
        'Group i: a listing.'),
    "adrop_compare_settings": (POINTER(adrop_compare_opts), (c_void_p,),
        'Its settings, with the baseline resolved; and its context.'),
    "adrop_compare_ctx": (c_void_p, (c_void_p,),
        'Its settings, with the baseline resolved; and its context.'),
    "adrop_compare_techniques": (c_int, (c_void_p, POINTER(adrop_texts), POINTER(adrop_texts)),
        'Expand `dropout` of the settings into single techniques: a comma separates names without\nsettings, "all" means every technique, and none means "advanced".'),
    "adrop_compare_hooks_init_sized": (None, (POINTER(adrop_compare_hooks), c_size_t),
        ''),
    "adrop_compare_go": (c_int, (c_void_p, POINTER(adrop_compare_hooks)),
        'Do the runs that are left. A run that fails is reported and skipped; the others continue.\nADROP_EINTR if stop asked for it; everything done so far is in the folder.'),
    "adrop_compare_time": (c_int, (c_void_p, POINTER(adrop_compare_hooks)),
        'Time training steps: for each data set and network, the techniques take turns with a block of\nsteps each, timing_rounds times. The machine should be otherwise idle. The result is timing.json;\nan existing one that covers all techniques is kept.'),
    "adrop_compare_table": (c_int, (c_void_p, c_int),
        'Make the table from the runs that are done.'),
    "adrop_compare_row_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_compare_row), c_size_t),
        'Row i of the table: a listing. Texts and arrays live until the table is made again.'),
    "adrop_compare_metric": (c_char_p, (c_void_p,),
        '"test_acc", "test_rmse", "best_test_acc", "test_top5": the metric of the table.'),
    "adrop_compare_less_is_better": (c_int, (c_void_p,),
        '1 if smaller values are better.'),
    "adrop_options_read_sized": (c_int, (c_void_p, POINTER(adrop_option), c_void_p, c_size_t, c_char_p),
        'Set fields from a flat YAML file of `key: value` lines. Unknown and repeated keys, nested values\nand files over 1 MiB are errors that name file and line.'),
    "adrop_figure_kind_name": (c_char_p, (c_size_t,),
        'The kinds of panels, by index from 0: the name, and what the points of a series mean ("line":\npoints (x, y), joined in order). NULL past the last. `adrop list figures` prints them.'),
    "adrop_figure_kind_summary": (c_char_p, (c_size_t,),
        'The kinds of panels, by index from 0: the name, and what the points of a series mean ("line":\npoints (x, y), joined in order). NULL past the last. `adrop list figures` prints them.'),
    "adrop_figure_create": (c_int, (c_void_p, c_char_p, POINTER(c_void_p)),
        'title may be "".'),
    "adrop_figure_free": (None, (c_void_p,),
        'title may be "".'),
    "adrop_figure_panel": (None, (c_void_p, c_char_p, c_char_p),
        'Add a panel of the named kind; title may be "". Its axes are linear and without labels.'),
    "adrop_figure_axis": (None, (c_void_p, c_int, c_char_p, c_int),
        'Label an axis of the last panel, with its unit; flags are ADROP_AXIS_*. A logarithmic axis omits\nvalues that are not positive.'),
    "adrop_figure_range": (None, (c_void_p, c_int, c_double, c_double),
        'The range of an axis; by default, the range of the data.'),
    "adrop_figure_mark": (None, (c_void_p, c_int, c_double, c_char_p),
        'A labelled line across the last panel at a value of an axis; the label may be "".'),
    "adrop_figure_series": (None, (c_void_p, c_char_p, c_int),
        ''),
    "adrop_figure_point": (None, (c_void_p, c_double, c_double),
        'The next point of the last series.'),
    "adrop_figure_spread": (None, (c_void_p, c_double, c_double, c_double, c_double),
        'The next point of the last series.'),
    "adrop_figure_named": (None, (c_void_p, c_char_p, c_double, c_double, c_double, c_double),
        'The next point of the last series.'),
    "adrop_figure_runs": (None, (c_void_p, c_char_p, c_int, c_size_t, c_size_t, c_void_p, c_void_p),
        'A band from several runs: at each x, the mean of the runs that have a value, and one standard\ndeviation (n - 1) to both sides; values (runs, n), NaN: none.'),
    "adrop_figure_samples": (None, (c_void_p, c_char_p, c_int, c_size_t, c_void_p, c_size_t),
        'A histogram of n values in bins of equal width (at most 65,536; 0: the Freedman-Diaconis number,\n1 to 100), as a density of area 1.'),
    "adrop_figure_is_empty": (c_int, (c_void_p,),
        '1 if it has no values.'),
    "adrop_figure_look_init_sized": (None, (POINTER(adrop_figure_look), c_size_t),
        ''),
    "adrop_figure_write": (c_int, (c_void_p, c_int, POINTER(adrop_figure_look), POINTER(c_char_p)),
        'The whole figure as one text, freed with adrop_free; look may be NULL.'),
    "adrop_figure_css": (c_char_p, (),
        'The style sheet that a page with figures needs once.'),
    "adrop_figure_save": (c_int, (c_void_p, c_char_p, c_char_p, POINTER(adrop_figure_look)),
        'Write FOLDER/NAME.svg and FOLDER/NAME.csv, each atomically; the folder is created. ADROP_EEXIST\nif such a file exists that adrop did not write.'),
    "adrop_figure_save_png": (c_int, (c_void_p, c_char_p, c_char_p, POINTER(adrop_figure_look), c_double),
        'Write FOLDER/NAME.png, with `scale` pixels per SVG pixel, by the program rsvg-convert (Debian:\nlibrsvg2-bin). ADROP_ENOENT, with a message, if it is not installed.'),
    "adrop_figure_save_pdf": (c_int, (c_void_p, c_char_p, c_char_p, POINTER(adrop_figure_look)),
        'Write FOLDER/NAME.pdf, one page of the size of the figure.'),
    "adrop_table_create": (c_int, (c_void_p, c_char_p, POINTER(c_void_p)),
        'title may be "".'),
    "adrop_table_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_table_column": (c_int, (c_void_p, c_char, c_char_p),
        "Add a column, aligned 'l', 'r' or 'c'. ADROP_EINVAL once there are cells."),
    "adrop_table_rank": (c_int, (c_void_p, c_int),
        'The priority of the last column when a line is too narrow: 0, the default, is never omitted;\notherwise the highest rank is omitted first.'),
    "adrop_table_fit": (None, (c_void_p, c_size_t),
        'Limit the text styles to this many terminal columns; 0, the default: no limit. Columns with a\nrank are omitted, and a note names them; if that is not enough, each row is written as lines of\n"header  cell".'),
    "adrop_table_rule": (c_int, (c_void_p,),
        'A rule before the next row, between groups of rows. ADROP_EINVAL within a row.'),
    "adrop_table_write": (c_int, (c_void_p, c_int, c_int, POINTER(c_char_p)),
        'The whole table as one text, freed with adrop_free. ascii: the text styles write "+-" for "±" and\n\'?\' for other non-ASCII characters; other styles ignore it. ADROP_EINVAL if the last row lacks\ncells.'),
    "adrop_document_create": (c_int, (c_void_p, c_char_p, POINTER(c_void_p)),
        'title may be "". It is the first line for people; JSON and CSV omit it.'),
    "adrop_document_free": (None, (c_void_p,),
        'title may be "". It is the first line for people; JSON and CSV omit it.'),
    "adrop_document_group": (None, (c_void_p, c_char_p, c_char_p),
        'A group of facts and other members: an object in JSON if it has a key; without a key, its members\nbelong to the enclosing object. heading: a bold line above indented members; NULL: none.'),
    "adrop_document_list": (None, (c_void_p, c_char_p, c_char_p),
        'A list: an array in JSON; comma-separated values for people. Groups in a list have no key.'),
    "adrop_document_table": (None, (c_void_p, c_char_p, c_char_p, c_int),
        'A table: an array of objects in JSON, one per row. title is a line above it; "": none; NULL: omit\nthe table from text, Markdown and LaTeX. Of a table without rows, people see title and notes.\ntraits are ADROP_TABLE_*.'),
    "adrop_document_end": (None, (c_void_p,),
        'Close the place opened last.'),
    "adrop_document_number": (None, (c_void_p, c_char_p, c_char_p, c_double, c_char_p, c_int),
        'unit: "", "%", "ms", .. Values that are not finite are null in JSON and "infinite" or "undefined"\nfor people.'),
    "adrop_document_float": (None, (c_void_p, c_char_p, c_char_p, c_float),
        'A float, with 9 digits, enough to read it back.'),
    "adrop_document_count": (None, (c_void_p, c_char_p, c_char_p, c_uint64),
        'A float, with 9 digits, enough to read it back.'),
    "adrop_document_text": (None, (c_void_p, c_char_p, c_char_p, c_char_p),
        'NULL gives null.'),
    "adrop_document_truth": (None, (c_void_p, c_char_p, c_char_p, c_int),
        'true or false in JSON; "yes" or "no" for people.'),
    "adrop_document_null": (None, (c_void_p, c_char_p),
        'null in JSON; nothing for people.'),
    "adrop_document_vector": (None, (c_void_p, c_char_p, c_char_p, c_size_t, c_void_p),
        'An array of n numbers with 9 digits each; comma-separated for people.'),
    "adrop_document_column": (None, (c_void_p, c_char_p, c_char_p, c_char, c_char_p, c_int),
        "Add a column to the table, before its first cell; align is 'l', 'r' or 'c', unit and digits apply\nto its numbers."),
    "adrop_document_rank": (None, (c_void_p, c_int),
        'The priority of the last column when a line is too narrow: 0, the default, is never omitted;\notherwise the highest rank is omitted first.'),
    "adrop_document_columns": (None, (c_void_p, POINTER(adrop_column)),
        'Several columns at once, ended by one without align; a NULL unit is "".'),
    "adrop_document_cell_number": (None, (c_void_p, c_double),
        'The next cell of the table, row by row, or the next item of the list. Groups, lists and tables\nmay also be cells and items; their key and label are then ignored.'),
    "adrop_document_cell_float": (None, (c_void_p, c_float),
        'The next cell of the table, row by row, or the next item of the list. Groups, lists and tables\nmay also be cells and items; their key and label are then ignored.'),
    "adrop_document_cell_count": (None, (c_void_p, c_uint64),
        '9 digits, enough to read it back'),
    "adrop_document_cell_text": (None, (c_void_p, c_char_p),
        '9 digits, enough to read it back'),
    "adrop_document_cell_truth": (None, (c_void_p, c_int),
        '9 digits, enough to read it back'),
    "adrop_document_cell_null": (None, (c_void_p,),
        '9 digits, enough to read it back'),
    "adrop_document_cell_none": (None, (c_void_p,),
        'people see "-"'),
    "adrop_document_rule": (None, (c_void_p,),
        'A rule before the next row of the table, and a sentence below the table.'),
    "adrop_document_note": (None, (c_void_p, c_char_p),
        'A rule before the next row of the table, and a sentence below the table.'),
    "adrop_document_around": (None, (c_void_p, c_char_p, c_char_p),
        'Words before and after the value for people; JSON has only the value. Around a null, they replace\nit.'),
    "adrop_document_also": (None, (c_void_p, c_char_p),
        'A second key for the same value, in JSON.'),
    "adrop_document_differs": (None, (c_void_p, c_char_p, c_char_p, c_int),
        "For one cell: a key, unit and digits that differ from its column's."),
    "adrop_document_mark": (None, (c_void_p, c_int),
        ''),
    "adrop_document_sentence": (None, (c_void_p, c_char_p, c_char_p),
        'A sentence: a paragraph for people. With a key it is also a text in JSON; in a list it is an\nitem.'),
    "adrop_document_warning": (None, (c_void_p, c_char_p, c_char_p),
        'A sentence that people should notice.'),
    "adrop_document_plain": (None, (c_void_p, c_char_p),
        'Preformatted lines for a terminal, such as a drawing; only in text.'),
    "adrop_document_figure": (None, (c_void_p, c_char_p, c_void_p),
        'A figure, which the document owns from now on, even after a failure. With a key, JSON has its\ndata: an array with one object per panel.'),
    "adrop_document_figure_at": (c_void_p, (c_void_p, c_size_t),
        'Figure i of the document, in document order; NULL past the last.'),
    "adrop_document_form_name": (c_char_p, (c_size_t,),
        '"text", "json", ..; NULL past the last.'),
    "adrop_document_look_init_sized": (None, (POINTER(adrop_document_look), c_size_t),
        ''),
    "adrop_document_write": (c_int, (c_void_p, c_int, POINTER(adrop_document_look), POINTER(c_char_p)),
        'The whole document as one text, freed with adrop_free; look may be NULL. ADROP_EINVAL if a place\nis still open or a row lacks cells.'),
    "adrop_get_opts_init_sized": (None, (POINTER(adrop_get_opts), c_size_t),
        ''),
    "adrop_get_options": (POINTER(adrop_option), (),
        'Its option table (option.h): the timeouts. The texts have no rows; name must be given.'),
    "adrop_get_hooks_init_sized": (None, (POINTER(adrop_get_hooks), c_size_t),
        ''),
    "adrop_data_get_sized": (c_int, (c_void_p, POINTER(adrop_get_opts), POINTER(adrop_get_hooks), POINTER(adrop_get_result), c_size_t),
        'Download the files of a set to the place where it is searched for. Files that are present and as\npublished are kept; a file that differs is never replaced.\n\nADROP_EINTR if stop ended it: the same call resumes. ADROP_ENOENT for an unknown name, or a set\nwithout a published checksum or with terms of its own (the message says where to find it).\nADROP_EINVAL for a source that is neither HTTPS nor this machine. ADROP_EEXIST if the set is\npresent in another form, or another program is downloading it. ADROP_EFORMAT for a file, present\nor downloaded, that is not the published one. ADROP_ENETWORK if a transfer fails, ADROP_EDISK if\nthe disk is full, ADROP_EIO for other file errors.'),
    "adrop_plugin_load": (c_int, (c_void_p, c_char_p),
        "Register everything that a shared object defines. It stays loaded until the program ends.\nADROP_EIO if it cannot be loaded, ADROP_EFORMAT if it has none of the functions, or no table;\notherwise the errors of adrop_technique_register, adrop_map_register and adrop_seed_register. A\nname without a '/' is a file in the current folder: search paths are not used."),
    "adrop_record_open": (c_int, (c_void_p, c_char_p, POINTER(c_void_p)),
        'ADROP_EIO or ADROP_EFORMAT if the folder contains no run; lines of metrics.jsonl that are not\nJSON are skipped. ADROP_ENOMEM. *out is NULL after a failure.'),
    "adrop_record_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_record_state": (c_char_p, (c_void_p,),
        '"done", "running", "interrupted", "failed"; "stopped": it was running, but no program is working\non it; or "damaged": it is done, but its metrics are shorter than recorded.'),
    "adrop_record_text": (c_char_p, (c_void_p, c_char_p),
        'A value of run.json: a text, or NULL if it is not one; a number (or a text that is one, or yes\nand no as 1 and 0), or NaN if it is not one. Texts live as long as the record.'),
    "adrop_record_number": (c_double, (c_void_p, c_char_p),
        'A value of run.json: a text, or NULL if it is not one; a number (or a text that is one, or yes\nand no as 1 and 0), or NaN if it is not one. Texts live as long as the record.'),
    "adrop_record_setting": (c_int, (c_void_p, c_size_t, POINTER(c_char_p), POINTER(c_char_p)),
        'The name and text of setting i, in the order of the record: a listing; both NULL past the\nlast.'),
    "adrop_record_epochs": (c_size_t, (c_void_p,),
        'The number of epochs in metrics.jsonl, and values of epoch i, from 0.'),
    "adrop_record_epoch": (c_double, (c_void_p, c_size_t, c_char_p),
        'The number of epochs in metrics.jsonl, and values of epoch i, from 0.'),
    "adrop_record_epoch_text": (c_char_p, (c_void_p, c_size_t, c_char_p),
        'The number of epochs in metrics.jsonl, and values of epoch i, from 0.'),
    "adrop_records_find": (c_int, (c_void_p, c_char_p, CFUNCTYPE(None, c_void_p, c_char_p), c_void_p),
        'Call found with the path of every run at or below a folder, sorted by path; links are not\nfollowed. The trials of a search (adrop/tune.h) are found only if `folder` is at or below their\n`trials` folder. ADROP_EIO if the folder cannot be read, ADROP_ENOMEM.'),
    "adrop_prune_opts_init_sized": (None, (POINTER(adrop_prune_opts), c_size_t),
        ''),
    "adrop_prune_options": (POINTER(adrop_option), (),
        ''),
    "adrop_prune_create": (c_int, (c_void_p, POINTER(adrop_prune_opts), POINTER(adrop_data_opts), POINTER(adrop_train_opts), POINTER(c_void_p)),
        'Plan it: read the data, create the network, count the units of each round, and find the finished\nrounds in the folder. out and resume of train are ignored; its dropout may be "": the\ncriterion\'s. ADROP_EINVAL, with a message, for contradictory settings, a network without hidden\nnodes, a criterion that the technique or the network does not support, rounds that would empty a\nlayer or remove nothing, and a folder made with other settings. *out is NULL after a failure.'),
    "adrop_prune_on": (c_int, (c_void_p, POINTER(adrop_prune_opts), c_void_p, POINTER(adrop_split_opts), POINTER(adrop_train_opts), POINTER(c_void_p)),
        'The same on an open data set, as adrop_compare_on. split: how its rows are split; NULL: as they\nare.'),
    "adrop_prune_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_prune_round_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_prune_round), c_size_t),
        'Round i: a listing.'),
    "adrop_prune_describe_sized": (None, (c_void_p, POINTER(adrop_prune_info), c_size_t),
        ''),
    "adrop_prune_document": (c_int, (c_void_p, c_size_t, POINTER(c_void_p)),
        'The rounds as a document (document.h): one round or, with SIZE_MAX, all of them as a table, with\nthe results by share kept once there are some.'),
    "adrop_prune_hooks_init_sized": (None, (POINTER(adrop_prune_hooks), c_size_t),
        ''),
    "adrop_prune_go": (c_int, (c_void_p, POINTER(adrop_prune_hooks)),
        'Do the rounds that are left. ADROP_EINTR if stop asked for it: the same call resumes.'),
    "adrop_prune_time": (c_int, (c_void_p, c_size_t, c_size_t),
        'Measure how long round i, which must be done, takes to predict a batch and a single row, in\nalternation with round 0: the medians of `passes` passes. The result is not saved in the\nfolder.'),
    "adrop_tune_opts_init_sized": (None, (POINTER(adrop_tune_opts), c_size_t),
        ''),
    "adrop_tune_options": (POINTER(adrop_option), (),
        ''),
    "adrop_tune_create": (c_int, (c_void_p, POINTER(adrop_tune_opts), POINTER(adrop_data_opts), POINTER(adrop_train_opts), POINTER(c_void_p)),
        'Plan a search: read the data once, create and check the trials, and find the finished ones in the\nfolder. seed, out and resume of train are ignored. ADROP_EINVAL, with a message, for an unknown\nkey or value, empty ranges, contradictory settings, and a folder made with other settings. *out\nis NULL after a failure.'),
    "adrop_tune_on": (c_int, (c_void_p, POINTER(adrop_tune_opts), c_void_p, POINTER(adrop_split_opts), POINTER(adrop_train_opts), POINTER(c_void_p)),
        'The same on an open data set, as adrop_compare_on. split says how its rows are split, with\n`folds` for evaluating trials, and no `fold`; NULL: as they are. Settings for reading files\ncannot be searched.'),
    "adrop_tune_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_tune_trial_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_trial), c_size_t),
        'Trial i, from 0: a listing.'),
    "adrop_tune_setting_at": (c_int, (c_void_p, c_size_t, c_size_t, POINTER(c_char_p), POINTER(c_char_p)),
        'Setting k of trial i, in the order of `vary`, without those that do not apply; key and text live\nas long as the context. 0 past the last, and if out of memory.'),
    "adrop_tune_rung_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_rung), c_size_t),
        'Rung i of the plan, bracket by bracket: a listing.'),
    "adrop_tune_estimate": (c_int, (c_void_p, c_void_p, c_void_p),
        'Time a few steps of each network and technique, and estimate the seconds for the rest of the plan\nand for all of it, allowing for jobs.'),
    "adrop_tune_hooks_init_sized": (None, (POINTER(adrop_tune_hooks), c_size_t),
        ''),
    "adrop_tune_go": (c_int, (c_void_p, POINTER(adrop_tune_hooks)),
        'Do the runs that are left, and write tune.json. ADROP_EINTR if stop asked for it; everything done\nso far is in the folder. ADROP_ENUMERIC if no trial could be trained.'),
    "adrop_tune_describe_sized": (None, (c_void_p, POINTER(adrop_tune_result), c_size_t),
        ''),
    "adrop_tune_plan_document": (c_int, (c_void_p, c_size_t, c_double, c_double, POINTER(c_void_p)),
        'A search as documents (document.h): the plan, with its duration (adrop_tune_estimate; NaN:\nunknown) and the first `most` trials; and the winner with its margin, and the first `most` trials\nby epochs trained, then by result. SIZE_MAX: all, 0: none.'),
    "adrop_tune_document": (c_int, (c_void_p, c_size_t, POINTER(c_void_p)),
        'A search as documents (document.h): the plan, with its duration (adrop_tune_estimate; NaN:\nunknown) and the first `most` trials; and the winner with its margin, and the first `most` trials\nby epochs trained, then by result. SIZE_MAX: all, 0: none.'),
    "adrop_tune_json": (c_int, (c_void_p, POINTER(c_char_p)),
        'The current contents for tune.json, one line. Freed with adrop_free.'),
    "adrop_uncertainty_opts_init_sized": (None, (POINTER(adrop_uncertainty_opts), c_size_t),
        ''),
    "adrop_uncertainty_options": (POINTER(adrop_option), (),
        'Its option table (option.h): all but the texts (data, data_dir, ood, calibrate_on, target), each\nof which may be NULL.'),
    "adrop_uncertainty_create": (c_int, (c_void_p, c_size_t, POINTER(c_char_p), POINTER(adrop_uncertainty_opts), POINTER(adrop_uncertainty_hooks), POINTER(c_void_p)),
        'Of one or several runs, which must predict the same classes or values from rows of the same\nshape, and be measured on the same rows: runs with different splits need `data` that none of them\nwas trained on. ADROP_EINVAL otherwise, naming the run; also ADROP_EINVAL for samples of a single\nrun without a random layer (in an ensemble, such members have one pass).'),
    "adrop_uncertainty_on": (c_int, (c_void_p, c_size_t, POINTER(c_char_p), c_void_p, c_void_p, c_void_p, POINTER(adrop_uncertainty_opts), POINTER(adrop_uncertainty_hooks), POINTER(c_void_p)),
        'The same with open data sets instead of those named in opts; NULL: use opts. They are read as by\nadrop_run_open_on, and are not used after the call. The rows of ood are its test part; those of\ncalibrate_on are all of its rows, none of which the run may have been trained on.'),
    "adrop_uncertainty_free": (None, (c_void_p,),
        ''),
    "adrop_uncertainty_store": (c_int, (c_void_p, c_void_p),
        'Save the results of calibration as RUN/calibration.json, for later predictions: the temperature\nor the noise, the scores of conformal sets, the settings of the predictions, the checksums of the\nmodel and of the data. Replaced atomically. ADROP_EINVAL for an ensemble, without calibration\nrows, and for predictions that adrop_predictor_predict does not make (by moments, with shared\nmasks).'),
    "adrop_uncertainty_describe_sized": (None, (c_void_p, POINTER(adrop_uncertainty_info), c_size_t),
        ''),
    "adrop_uncertainty_row_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_uncertain_row), c_size_t),
        ''),
    "adrop_uncertainty_class_name": (c_char_p, (c_void_p, c_size_t),
        'NULL past the last.'),
    "adrop_uncertainty_confusion": (c_void_p, (c_void_p,),
        '(classes, classes), true by predicted; NULL for values.'),
    "adrop_uncertainty_bin": (c_int, (c_void_p, c_size_t, c_void_p, c_void_p, c_void_p),
        'Bin b of the reliability curve: mean confidence, share of correct predictions, rows; 0 past the\nlast.'),
    "adrop_uncertainty_compare_sized": (c_int, (c_void_p, c_void_p, c_void_p, c_int, POINTER(adrop_detection_difference), c_size_t),
        'Two results on the same rows: AUROC by a score, first minus second, with a paired bootstrap.'),
    "adrop_page_create": (c_int, (c_void_p, c_char_p, POINTER(c_void_p)),
        ''),
    "adrop_page_free": (None, (c_void_p,),
        ''),
    "adrop_page_save_figures": (c_int, (c_void_p, c_char_p),
        'Also write each figure from now on to a folder, as figure-1.svg with figure-1.csv and so on.'),
    "adrop_page_add": (c_int, (c_void_p, c_char_p),
        'Add everything at or below a folder, or in an archive of one: a comparison (compare.json), a\nsearch (tune.json), a pruning (prune.json), runs (run.json). Missing or broken files are named on\nthe page. ADROP_EIO if the path cannot be read, ADROP_EFORMAT if it contains none of these.'),
    "adrop_page_add_record": (c_int, (c_void_p, c_char_p, c_char_p),
        'Add a record: the file FOLDER/NAME with the output of `adrop reproduce --json` or `adrop compare\n--json`. Other JSON adds nothing; a broken file is named on the page.'),
    "adrop_page_section": (None, (c_void_p, c_char_p),
        'Content of the caller, in the order of the calls. A section gets an entry in the table of\ncontents; findings appear at the top of the page.'),
    "adrop_page_found": (None, (c_void_p, c_char_p),
        'Content of the caller, in the order of the calls. A section gets an entry in the table of\ncontents; findings appear at the top of the page.'),
    "adrop_page_missing": (None, (c_void_p, c_char_p),
        'Content of the caller, in the order of the calls. A section gets an entry in the table of\ncontents; findings appear at the top of the page.'),
    "adrop_page_put": (None, (c_void_p, c_void_p),
        'A document as HTML, in brief form (adrop/document.h).'),
    "adrop_page_put_picture": (None, (c_void_p, c_size_t, c_size_t, c_size_t, c_void_p, c_char_p),
        'A picture of (channels, height, width), 1 or 3 channels, sides of 1 to 4096, with a caption.'),
    "adrop_page_figures": (c_size_t, (c_void_p,),
        'The number of figures on the page.'),
    "adrop_page_write": (c_int, (c_void_p, POINTER(c_char_p)),
        'The page, freed with adrop_free. Returns the first failure of the calls above.'),
    "adrop_report_opts_init_sized": (None, (POINTER(adrop_report_opts), c_size_t),
        ''),
    "adrop_report_options": (POINTER(adrop_option), (),
        'Its option table (option.h): every member is a row.'),
    "adrop_report_document": (c_int, (c_void_p, c_void_p, POINTER(adrop_report_opts), POINTER(c_void_p)),
        'Rows by data set and network, with the best and second-best mean marked; sentences. JSON has\neverything; CSV, in brief form, the rows with one column per number.'),
    "adrop_report_findings": (c_int, (c_void_p, c_void_p, POINTER(adrop_report_opts), POINTER(c_void_p)),
        'Which techniques differ from the baseline, by how much and how certainly, and what the number of\nruns is too small to show: sentence i, NULL past the last.'),
    "adrop_findings_at": (c_char_p, (c_void_p, c_size_t),
        'Which techniques differ from the baseline, by how much and how certainly, and what the number of\nruns is too small to show: sentence i, NULL past the last.'),
    "adrop_findings_free": (None, (c_void_p,),
        'NULL is fine.'),
    "adrop_report_power_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_power), c_size_t),
        'Block i, in the order of the table; 0 past the last. Needs a table (adrop_compare_table).'),
    "adrop_report_add_power": (None, (c_void_p, c_void_p),
        'Add the same for all blocks to a document (document.h): a table for programs, sentences.'),
    "adrop_report_plan": (c_int, (c_void_p, c_void_p, c_double, POINTER(c_void_p)),
        'The plan as a document: techniques with their runs, every run for programs, and the power of the\nruns. seconds: estimated duration (adrop_compare_estimate); NaN: unknown. Also needs a table.'),
    "adrop_report_save": (c_int, (c_void_p, c_void_p, POINTER(adrop_report_opts)),
        "Write table.csv (with numbers), table.md, table.tex and table.json into the comparison's folder,\neach atomically."),
    "adrop_recipes_open": (c_int, (c_void_p, c_char_p, POINTER(c_void_p)),
        'All recipes, in the order of the paper. data_dir may be NULL.'),
    "adrop_recipes_free": (None, (c_void_p,),
        'All recipes, in the order of the paper. data_dir may be NULL.'),
    "adrop_recipes_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_recipe_info), c_size_t),
        'Recipe i: a listing. The texts live as long as the list.'),
    "adrop_recipes_machine": (c_char_p, (c_void_p,),
        'The machine on which the hours were measured.'),
    "adrop_reproduce_opts_init_sized": (None, (POINTER(adrop_reproduce_opts), c_size_t),
        ''),
    "adrop_reproduce_options": (POINTER(adrop_option), (),
        ''),
    "adrop_reproduce_create": (c_int, (c_void_p, c_char_p, POINTER(adrop_reproduce_opts), POINTER(c_void_p)),
        'Plan it. ADROP_ENOENT for an unknown label (with the nearest), part or technique, and if all data\nsets are missing; ADROP_EINVAL for a recipe with parts that adrop does not support yet (the\nmessage names them).'),
    "adrop_reproduce_free": (None, (c_void_p,),
        'Plan it. ADROP_ENOENT for an unknown label (with the nearest), part or technique, and if all data\nsets are missing; ADROP_EINVAL for a recipe with parts that adrop does not support yet (the\nmessage names them).'),
    "adrop_reproduce_describe_sized": (None, (c_void_p, POINTER(adrop_reproduce_info), c_size_t),
        ''),
    "adrop_reproduce_part_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_reproduce_part), c_size_t),
        'Part i: a listing. Recipes that train nothing have none.'),
    "adrop_reproduce_go": (c_int, (c_void_p, POINTER(adrop_compare_hooks)),
        'Do the runs that are left, part by part: adrop_compare_go, or adrop_compare_time. Progress is\nthat of the current part. ADROP_EINTR if stop asked for it.'),
    "adrop_reproduce_table": (c_int, (c_void_p,),
        'Compute the rows from the finished runs.'),
    "adrop_reproduced_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_reproduced), c_size_t),
        'Row i: a listing. Texts and `ours` live until the table is made again.'),
    "adrop_reproduce_verdict": (c_char_p, (c_void_p, c_size_t),
        "Sentence i on the paper's claim and our result, one per data set, network and column; NULL past\nthe last. Lives until the table is made again."),
    "adrop_reproduce_remark": (c_char_p, (c_void_p, c_size_t),
        "Sentence i on known errors of the paper's table or figure as a whole; NULL past the last."),
    "adrop_reproduce_document": (c_int, (c_void_p, POINTER(c_void_p)),
        "Everything as a document: the rows, recomputed; sheets of curves by epoch (of the first run of\nevery technique), of recomputed numbers of the paper, of densities; figures (in text without the\nbars of our rows beside the paper's); sentences."),
    "adrop_reproduce_example_at_sized": (c_int, (c_void_p, c_size_t, POINTER(adrop_example), c_size_t),
        'Example i: a listing. Call adrop_reproduce_document first; lives until the table is made\nagain.'),
}
