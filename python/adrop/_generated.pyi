# The stub of _generated.py: made by tools/bind.py from include/adrop/*.h.
import enum
from ctypes import Array, Structure, c_char
from typing import Any

Text = bytes  # a struct has a member of that name
VERSION: int
ADROP_NUMBER_SIZE: int
ADROP_LIST_MAX: int

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
    ADROP_GROUP_NONE = 0
    ADROP_GROUP_OWN = 1
    ADROP_GROUP_DATA = 2
    ADROP_GROUP_NETWORK = 3
    ADROP_GROUP_TRAINING = 4
    ADROP_GROUP_OUTPUT = 5
    ADROP_GROUP_ADVANCED = 6
    ADROP_N_GROUPS = 7

class adrop_option_names(enum.IntEnum):
    ADROP_NAMES_NOTHING = 0
    ADROP_NAMES_DATA = 1
    ADROP_NAMES_MODEL = 2
    ADROP_NAMES_TECHNIQUE = 3

class adrop_positive_kind(enum.IntEnum):
    ADROP_POSITIVE_SOFTPLUS_GAUSSIAN = 0
    ADROP_POSITIVE_LOG_NORMAL = 1
    ADROP_POSITIVE_GAMMA = 2
    ADROP_POSITIVE_INVERSE_GAMMA = 3

class adrop_fit(enum.IntEnum):
    ADROP_FIT_MOMENTS = 0
    ADROP_FIT_LOG_MOMENTS = 1
    ADROP_FIT_REVERSE_KL = 2

class adrop_phase(enum.IntEnum):
    ADROP_PHASE_TRAIN = 0
    ADROP_PHASE_SAMPLE = 1
    ADROP_PHASE_MEAN = 2

class adrop_t_kind(enum.IntEnum):
    ADROP_TEST_WELCH = 0
    ADROP_TEST_POOLED = 1
    ADROP_TEST_PAIRED = 2

class adrop_side(enum.IntEnum):
    ADROP_SIDE_TWO = 0
    ADROP_SIDE_GREATER = 1
    ADROP_SIDE_LESS = 2

class adrop_bin_kind(enum.IntEnum):
    ADROP_EQUAL_WIDTH = 0
    ADROP_EQUAL_MASS = 1

class adrop_conformal_kind(enum.IntEnum):
    ADROP_CONFORMAL_LAC = 0
    ADROP_CONFORMAL_APS = 1
    ADROP_CONFORMAL_RAPS = 2

class adrop_precision(enum.IntEnum):
    ADROP_PRECISION_F32 = 0
    ADROP_PRECISION_BF16 = 1
    ADROP_PRECISION_AUTO = 2
    ADROP_PRECISION_F64 = 3

class adrop_dropout_at(enum.IntEnum):
    ADROP_AT_DENSE_INPUTS = 0
    ADROP_AT_HIDDEN = 1
    ADROP_AT_PREACTIVATION = 2
    ADROP_AT_LOGITS_TOO = 3
    ADROP_AT_EVERYWHERE = 4

class adrop_loss(enum.IntEnum):
    ADROP_LOSS_SOFTMAX = 0
    ADROP_LOSS_SQUARED = 1
    ADROP_LOSS_BINARY = 2

class adrop_tensor_group(enum.IntEnum):
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
    ADROP_SCALE_AUTO = 0
    ADROP_SCALE_UNIT = 1
    ADROP_SCALE_SYMMETRIC = 2
    ADROP_SCALE_STANDARD = 3
    ADROP_SCALE_NONE = 4
    ADROP_SCALE_ROW_NORM = 5
    ADROP_SCALE_OTHER = 6

class adrop_missing(enum.IntEnum):
    ADROP_MISSING_REFUSED = 0
    ADROP_MISSING_MEAN = 1
    ADROP_MISSING_MEDIAN = 2
    ADROP_MISSING_INDICATOR = 3

class adrop_class_weights(enum.IntEnum):
    ADROP_CLASSES_AS_THEY_ARE = 0
    ADROP_CLASSES_BALANCED = 1

class adrop_sparse_weights(enum.IntEnum):
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
    ADROP_EXPORT_ONNX = 0

class adrop_encoding(enum.IntEnum):
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
    ADROP_CURVE_NONE = 0
    ADROP_CURVE_TEST = 1
    ADROP_CURVE_RATES = 2
    ADROP_CURVE_GAP = 3
    ADROP_CURVE_DISTRIBUTION = 4

class adrop_recipe_state(enum.IntEnum):
    ADROP_RECIPE_READY = 0
    ADROP_RECIPE_PARTLY = 1
    ADROP_RECIPE_NO_DATA = 2
    ADROP_RECIPE_NOT_YET = 3

ADROP_OK: int
ADROP_ENOMEM: int
ADROP_EINVAL: int
ADROP_ESHAPE: int
ADROP_ENOENT: int
ADROP_EIO: int
ADROP_EFORMAT: int
ADROP_ENUMERIC: int
ADROP_ECOMPUTE: int
ADROP_EEXIST: int
ADROP_EDISK: int
ADROP_EINTR: int
ADROP_ENETWORK: int
ADROP_LOG_DEBUG: int
ADROP_LOG_INFO: int
ADROP_LOG_WARNING: int
ADROP_ISA_AUTO: int
ADROP_ISA_BASELINE: int
ADROP_ISA_AVX2: int
ADROP_ISA_AVX512: int
ADROP_OPT_REAL: int
ADROP_OPT_COUNT: int
ADROP_OPT_FLAG: int
ADROP_OPT_CHOICE: int
ADROP_OPT_TEXT: int
ADROP_OPT_LIST: int
ADROP_OPT_TEXTS: int
ADROP_OPT_INT: int
ADROP_OPEN_MIN: int
ADROP_OPEN_MAX: int
ADROP_GROUP_NONE: int
ADROP_GROUP_OWN: int
ADROP_GROUP_DATA: int
ADROP_GROUP_NETWORK: int
ADROP_GROUP_TRAINING: int
ADROP_GROUP_OUTPUT: int
ADROP_GROUP_ADVANCED: int
ADROP_N_GROUPS: int
ADROP_TRAIT_COMMON: int
ADROP_TRAIT_FREE: int
ADROP_TRAIT_RESUMES: int
ADROP_TRAIT_FIXED: int
ADROP_TRAIT_STUDY: int
ADROP_TRAIT_CHANGES: int
ADROP_TRAIT_GROWS: int
ADROP_NAMES_NOTHING: int
ADROP_NAMES_DATA: int
ADROP_NAMES_MODEL: int
ADROP_NAMES_TECHNIQUE: int
ADROP_FOR_TABLES: int
ADROP_FOR_JSON_LINES: int
ADROP_FOR_SPLITS: int
ADROP_FOR_IMAGES: int
ADROP_FOR_LINES: int
ADROP_FOR_DOCUMENTS: int
ADROP_FOR_DATA: int
ADROP_FOR_CLASSES: int
ADROP_FOR_VALUES: int
ADROP_FOR_OPTIMIZERS: int
ADROP_FOR_SCHEDULES: int
ADROP_POSITIVE_SOFTPLUS_GAUSSIAN: int
ADROP_POSITIVE_LOG_NORMAL: int
ADROP_POSITIVE_GAMMA: int
ADROP_POSITIVE_INVERSE_GAMMA: int
ADROP_FIT_MOMENTS: int
ADROP_FIT_LOG_MOMENTS: int
ADROP_FIT_REVERSE_KL: int
ADROP_CONFORMANCE_CHECKS: int
ADROP_PHASE_TRAIN: int
ADROP_PHASE_SAMPLE: int
ADROP_PHASE_MEAN: int
ADROP_TEST_WELCH: int
ADROP_TEST_POOLED: int
ADROP_TEST_PAIRED: int
ADROP_SIDE_TWO: int
ADROP_SIDE_GREATER: int
ADROP_SIDE_LESS: int
ADROP_EQUAL_WIDTH: int
ADROP_EQUAL_MASS: int
ADROP_CONFORMAL_LAC: int
ADROP_CONFORMAL_APS: int
ADROP_CONFORMAL_RAPS: int
ADROP_PRECISION_F32: int
ADROP_PRECISION_BF16: int
ADROP_PRECISION_AUTO: int
ADROP_PRECISION_F64: int
ADROP_AT_DENSE_INPUTS: int
ADROP_AT_HIDDEN: int
ADROP_AT_PREACTIVATION: int
ADROP_AT_LOGITS_TOO: int
ADROP_AT_EVERYWHERE: int
ADROP_LOSS_SOFTMAX: int
ADROP_LOSS_SQUARED: int
ADROP_LOSS_BINARY: int
ADROP_TENSOR_WEIGHTS: int
ADROP_TENSOR_DROPOUT: int
ADROP_TENSOR_BUFFERS: int
ADROP_LAYER_INPUTS: int
ADROP_TASK_AUTO: int
ADROP_CLASSIFICATION: int
ADROP_REGRESSION: int
ADROP_TASK_TEXT: int
ADROP_PART_TRAIN: int
ADROP_PART_VAL: int
ADROP_PART_TEST: int
ADROP_ROW_TRAIN: int
ADROP_ROW_VAL: int
ADROP_ROW_TEST: int
ADROP_ROW_FREE: int
ADROP_ROW_UNUSED: int
ADROP_SCALE_AUTO: int
ADROP_SCALE_UNIT: int
ADROP_SCALE_SYMMETRIC: int
ADROP_SCALE_STANDARD: int
ADROP_SCALE_NONE: int
ADROP_SCALE_ROW_NORM: int
ADROP_SCALE_OTHER: int
ADROP_MISSING_REFUSED: int
ADROP_MISSING_MEAN: int
ADROP_MISSING_MEDIAN: int
ADROP_MISSING_INDICATOR: int
ADROP_CLASSES_AS_THEY_ARE: int
ADROP_CLASSES_BALANCED: int
ADROP_AUGMENT_CROP: int
ADROP_AUGMENT_FLIP: int
ADROP_AUGMENT_RESIZE: int
ADROP_SPARSE_AUTO: int
ADROP_SPARSE_OFF: int
ADROP_SPARSE_ON: int
ADROP_PRUNE_NODES: int
ADROP_PRUNE_WEIGHTS: int
ADROP_PRUNE_AUTO: int
ADROP_PRUNE_GLOBAL: int
ADROP_PRUNE_LAYER: int
ADROP_EXPORT_ONNX: int
ADROP_ENCODING_AUTO: int
ADROP_ENCODING_UTF_8: int
ADROP_ENCODING_UTF_16: int
ADROP_ENCODING_UTF_16LE: int
ADROP_ENCODING_UTF_16BE: int
ADROP_ENCODING_WINDOWS_1252: int
ADROP_ENCODING_LATIN_1: int
ADROP_ENCODING_LATIN_9: int
ADROP_DECIMAL_AUTO: int
ADROP_DECIMAL_POINT: int
ADROP_DECIMAL_COMMA: int
ADROP_DATES_AUTO: int
ADROP_DATES_DMY: int
ADROP_DATES_MDY: int
ADROP_AS_PUBLISHED: int
ADROP_NOT_PUBLISHED: int
ADROP_NO_SUM: int
ADROP_LAUNCH_LOCAL: int
ADROP_LAUNCH_MPI: int
ADROP_LAUNCH_SLURM: int
ADROP_LAUNCH_SCRIPT: int
ADROP_RUN_WAITS: int
ADROP_RUN_BEGUN: int
ADROP_RUN_DONE: int
ADROP_RUN_FAILED: int
ADROP_METRIC_LAST: int
ADROP_METRIC_BEST: int
ADROP_METRIC_TOP5: int
ADROP_METRIC_MICRO_F1: int
ADROP_METRIC_MACRO_F1: int
ADROP_AXIS_X: int
ADROP_AXIS_Y: int
ADROP_AXIS_LOG: int
ADROP_AXIS_FROM_ZERO: int
ADROP_AXIS_PERCENT: int
ADROP_NEXT_STYLE: int
ADROP_FIGURE_SVG: int
ADROP_FIGURE_HTML: int
ADROP_FIGURE_TEXT: int
ADROP_FIGURE_CSV: int
ADROP_MARK_PLAIN: int
ADROP_MARK_BEST: int
ADROP_MARK_SECOND: int
ADROP_TABLE_TEXT: int
ADROP_TABLE_TEXT_COLOUR: int
ADROP_TABLE_CSV: int
ADROP_TABLE_MARKDOWN: int
ADROP_TABLE_LATEX: int
ADROP_TABLE_ARRAYS: int
ADROP_TABLE_BY_COLUMN: int
ADROP_TABLE_WHOLE: int
ADROP_TABLE_MEMBERS: int
ADROP_TABLE_SHEET: int
ADROP_TABLE_FOLDED: int
ADROP_DOCUMENT_TEXT: int
ADROP_DOCUMENT_JSON: int
ADROP_DOCUMENT_CSV: int
ADROP_DOCUMENT_MARKDOWN: int
ADROP_DOCUMENT_LATEX: int
ADROP_DOCUMENT_HTML: int
ADROP_N_DOCUMENT_FORMS: int
ADROP_TUNE_GRID: int
ADROP_TUNE_RANDOM: int
ADROP_TUNE_HALVING: int
ADROP_TUNE_HYPERBAND: int
ADROP_TRIAL_WAITS: int
ADROP_TRIAL_STOPPED: int
ADROP_TRIAL_DONE: int
ADROP_TRIAL_FAILED: int
ADROP_TRIAL_EQUAL: int
ADROP_TRIAL_LEFT_OUT: int
ADROP_BY_MAXP: int
ADROP_BY_ENTROPY: int
ADROP_BY_MI: int
ADROP_BY_ENERGY: int
ADROP_N_RANKED_BY: int
ADROP_N_CONFORMAL: int
ADROP_N_COVERAGES: int
ADROP_SCALE_QUICK: int
ADROP_SCALE_PAPER: int
ADROP_N_SCALES: int
ADROP_RECIPE_COMPARISON: int
ADROP_RECIPE_CURVES: int
ADROP_RECIPE_TIMING: int
ADROP_RECIPE_PVALUE: int
ADROP_RECIPE_RATIOS: int
ADROP_RECIPE_DENSITIES: int
ADROP_RECIPE_DIVERGENCES: int
ADROP_RECIPE_MISSING: int
ADROP_RECIPE_UNCERTAINTY: int
ADROP_RECIPE_CONFUSION: int
ADROP_RECIPE_EXAMPLES: int
ADROP_RECIPE_PRUNING: int
ADROP_CURVE_NONE: int
ADROP_CURVE_TEST: int
ADROP_CURVE_RATES: int
ADROP_CURVE_GAP: int
ADROP_CURVE_DISTRIBUTION: int
ADROP_RECIPE_READY: int
ADROP_RECIPE_PARTLY: int
ADROP_RECIPE_NO_DATA: int
ADROP_RECIPE_NOT_YET: int

adrop_log_fn: Any
adrop_plugin_fn: Any
adrop_plugin_curve_fn: Any

class adrop_allocator(Structure):
    """The library itself allocates all memory with this pair; a fixed struct. The libraries beneath it
    use the C library instead: oneDNN's primitives and OpenMP's threads in training; libyaml,
    Jansson, libarchive, the image decoders and libcurl for files (with a small resnet18, oneDNN
    takes about 2 MB).

    allocate  returns `size` bytes aligned to 64, or NULL; size is never 0.
    release   frees what allocate returned; never called with NULL."""
    allocate: Any
    release: Any
    user: int | None

class adrop_ctx_opts(Structure):
    """adrop_ctx_opts of adrop/context.h

    size: sizeof(adrop_ctx_opts), set by adrop_ctx_opts_init
    allocator: both NULL: the C library's
    log: NULL: silent
    threads: at most 4096; 0: the minimum of the processors available to the process, its control groups' CPU quota, and OMP_NUM_THREADS; runs (adrop_train) then use fewer where a step is small. Passes without gradients do so for any number"""
    size: int
    allocator: adrop_allocator
    log: Any
    log_user: int | None
    threads: int
    isa: int

class adrop_list(Structure):
    """adrop_list of adrop/option.h"""
    n: int
    value: Any

class adrop_texts(Structure):
    """The texts of a setting that may be given several times; none is NULL or empty. A fixed struct,
    like adrop_list; { 0 } is empty."""
    n: int
    text: Any

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
    name: Text | None
    kind: int
    offset: int
    fallback: float
    text: Text | None
    min: float
    max: float
    open: int
    words: Any
    value: Text | None
    help: Text | None
    group: int
    letter: Text
    traits: int
    applies: int
    names: int
    needs: Text | None
    synonyms: Text | None

class adrop_curve_table(Structure):
    """The same as a function of the program.

    size: sizeof(adrop_curve_table)
    name: lower-case letters, digits and '-'
    summary: one line: the formula"""
    size: int
    name: Text | None
    summary: Text | None
    at: Any
    self: int | None

class adrop_atom(Structure):
    """A point of positive probability, as with clamp or 1 - exp(-max(r, 0))."""
    value: float
    mass: float

class adrop_near_dists(Structure):
    """The Bernoulli and the beta distribution nearest to d in Wasserstein distance of order 1 (see
    below). a and b range from 0.001 to 10,000; a distance below 1e-10 is reported as 0.

    p: Bernoulli: probability of a mask of 1
    bernoulli_distance: distance from the Bernoulli
    a: beta, to four digits
    b: beta, to four digits
    beta_distance: distance from the beta
    at_limit: a or b is at an end of its range: the fit is a limit, not a minimum"""
    p: float
    bernoulli_distance: float
    a: float
    b: float
    beta_distance: float
    at_limit: int

class adrop_target_info(Structure):
    """A kind of target; its settings follow it in the text, as in "concrete:rate=0.3".

    options: ended by a row without a name"""
    name: Text | None
    summary: Text | None
    options: Any

class adrop_ranking_opts(Structure):
    """adrop_ranking_opts of adrop/dist.h

    unit_mean: compare target and masks after dividing each by its mean, as a layer does"""
    size: int
    unit_mean: int
    seed: Text | None
    map: Text | None

class adrop_ranking_info(Structure):
    """adrop_ranking_info of adrop/dist.h

    target: its kind with all its settings; lives as long as the ranking
    mean: of the target
    variance: of the target
    floor: a lower bound for any distribution on [0, 1]: E[max(target - 1, 0)]"""
    target: Text | None
    mean: float
    variance: float
    floor: float
    n_pairs: int
    unit_mean: int

class adrop_ranked(Structure):
    """A pair at its best mu and sigma.

    distance: 0 if below 1e-10, its accuracy
    at_limit: mu or sigma is at an end of its range: the fit is a limit, not a minimum
    kl: KL(target || pair) in nats, may be infinite; NaN with unit_mean
    kl_obstacle: why kl is infinite; NULL if it is not"""
    seed: Text | None
    map: Text | None
    mu: float
    sigma: float
    distance: float
    at_limit: int
    kl: float
    kl_obstacle: Text | None

class adrop_positive(Structure):
    """adrop_positive of adrop/dist.h"""
    kind: int
    a: float
    b: float

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
    name: Text | None
    summary: Text | None
    reference: Text | None
    options: Any
    learns: int
    examples: Any
    choices: Any
    by_response: int
    by_optimizer: int

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
    size: int
    name: Text | None
    summary: Text | None
    reference: Text | None
    options: Any
    settings_size: int
    examples: Any
    mask: Any
    moments: Any
    distribution: Any

class adrop_conformance(Structure):
    """The result of one check of a technique.

    check: what was checked, a few words
    passed: 1, or 0
    found: the worst value found, and the largest accepted
    most: the worst value found, and the largest accepted"""
    check: Text | None
    passed: int
    found: float
    most: float

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
    size: int
    rows: int
    channels: int
    height: int
    width: int
    outputs: int
    n_train: int
    layer: int
    has_pre: int
    shards: int
    branch: int
    branches: int
    places: int
    is_double: int

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
    size: int
    phase: int
    seed: int
    step: int
    first_row: int
    row_numbers: int | None
    rows: int
    shard: int
    batch_rows: int
    x: int | None
    pre: int | None
    weight: int | None
    bias: int | None
    y: int | None
    dy: int | None
    dx: int | None
    dpre: int | None
    dweight: int | None
    dbias: int | None
    extra: int | None
    dextra: int | None

class adrop_moments(Structure):
    """The distribution of one unit's mask m in phase sample: y = x m scale.

    mean: of m
    variance: of m
    rate: 1 - E[m]; for masks of mean 1: the rate of the Bernoulli mask with the same noise level
    mu: of the model-free family; NaN for other distributions
    sigma: of the model-free family; NaN for other distributions
    level: Var[m] / E[m]^2: the relative variance of y where E[y] = x; NaN if E[m] is 0"""
    mean: float
    variance: float
    scale: float
    rate: float
    mu: float
    sigma: float
    level: float

class adrop_summary(Structure):
    """adrop_summary of adrop/stats.h

    std: divided by n - 1; NaN for n < 2
    std_population: divided by n"""
    n: int
    mean: float
    std: float
    std_population: float

class adrop_t_result(Structure):
    """adrop_t_result of adrop/stats.h

    difference: mean x - mean y
    standard_error: of the difference
    low: interval of the difference; one-sided: one end is infinite
    high: interval of the difference; one-sided: one end is infinite"""
    difference: float
    standard_error: float
    t: float
    df: float
    p: float
    low: float
    high: float

class adrop_rank_result(Structure):
    """------------------------------------------------------------------------
    Tests that do not assume a normal distribution. Exact tests count the equally likely outcomes
    that are at least as extreme; two-sided p is twice the smaller tail, at most 1. Ties are equal
    doubles: 98.3 - 98.1 and 98.2 - 98.0 are not equal, but 983 - 981 and 982 - 980 are. ADROP_EINVAL
    for zero values, and for values that are not finite.

    least_p: the smallest p possible with this many values; if it is above alpha, no outcome is significant
    exact: 1: p is exact; 0: an approximation, described below"""
    statistic: float
    p: float
    least_p: float
    exact: int

class adrop_set_scores(Structure):
    """Rows that may have several classes, or none. counts (3, classes) has, per class, how often it was
    predicted and true (TP), predicted but not true (FP), and true but not predicted (FN). A class is
    predicted where its probability is above one half. p and truth (0 or 1) are (n, classes).

    micro_f1: 2 TP / (2 TP + FP + FN) of the sums over classes
    macro_f1: the mean of the classes' F1, 0 for a class that is neither true nor predicted
    subset_accuracy: the share of rows whose predicted classes are exactly the true ones
    nll: mean over rows and classes of the binary cross-entropy"""
    micro_f1: float
    macro_f1: float
    subset_accuracy: float
    nll: float

class adrop_probability_scores(Structure):
    """adrop_probability_scores of adrop/measure.h

    accuracy: of the most probable class; ties go to the smaller number
    nll: mean of -log p(truth); p is clamped to the smallest normal double
    brier: mean over rows of the sum over classes of (p - [truth])^2, in [0, 2]"""
    accuracy: float
    nll: float
    brier: float

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
    auroc: float
    standard_error: float
    low: float
    high: float
    aupr: float
    fpr95: float
    positives: int
    negatives: int

class adrop_detection_difference(Structure):
    """Two models on the same n rows: AUROC of a minus AUROC of b. Positives may differ, because two
    models err on different rows; the interval and p therefore come from `resamples` bootstrap
    samples of rows, the same for both models and a function of the seed. Samples in which a model
    has no positive or no negative are not counted.

    p: two-sided: twice the smaller share of samples on one side of 0, at least 1/B"""
    difference: float
    low: float
    high: float
    p: float
    counted: int

class adrop_selective(Structure):
    """------------------------------------------------------------------------
    Selective prediction: the risk when the least confident predictions are rejected.

    aurc: mean over coverage of the risk among the most confident rows
    best_aurc: of a confidence that ranks rows by their loss
    augrc: mean over coverage of risk x coverage (Traub et al. 2024)"""
    aurc: float
    best_aurc: float
    augrc: float

class adrop_value_scores(Structure):
    """------------------------------------------------------------------------
    Values.

    r2: 1 - sum of squared errors / sum of squared deviations of y from its mean"""
    rmse: float
    mae: float
    r2: float

class adrop_gaussian_scores(Structure):
    """Predictions N(mean, std^2). A std of 0 is a point: its CRPS is |y - mean|, and nll is NaN.

    sharpness: root of the mean variance"""
    nll: float
    crps: float
    sharpness: float

class adrop_conformal_opts(Structure):
    """adrop_conformal_opts of adrop/measure.h

    level: 0.9
    penalty: RAPS only: 0.01
    free: RAPS only: 5
    seed: APS and RAPS include a random part of the last class, by row number
    may_be_empty: 0: the most probable class is in every set, and coverage is at least `level`; 1: sets may be empty, and coverage is between level and level + 1 / (n + 1)"""
    size: int
    kind: int
    level: float
    penalty: float
    free: int
    seed: int
    may_be_empty: int

class adrop_comm_opts(Structure):
    """comm is "auto" (the MPI library whose mpirun started this process; alone if there is none),
    "none" (alone), "openmpi", "mpich", or the path of a plug-in.

    size: sizeof(adrop_comm_opts), set by the init call
    timeout: seconds without an answer before a rank counts as lost; 60
    stop: called while waiting for a rank; nonzero stops waiting; NULL"""
    size: int
    comm: Text | None
    timeout: float
    stop: Any
    user: int | None

class adrop_comm_cost(Structure):
    """Measured cost of communication: the minimum of several measurements. All ranks call it.

    numbers: floats in the sum
    exchange_seconds: of exchanging eight bytes between all ranks
    sum_seconds: of a sum over one shard per rank
    add_seconds: of adding two such blocks, without communication, on one thread
    bytes_per_second: sent by one rank during the sum: 2 (R - 1) / R of the block"""
    numbers: int
    exchange_seconds: float
    sum_seconds: float
    add_seconds: float
    bytes_per_second: float

class adrop_sparse(Structure):
    """n rows. Row r has the values value[k] in the columns column[k], ascending, for k from start[r] to
    start[r + 1] - 1, and 0 elsewhere.

    start: (n + 1)
    column: (start[n])
    value: (start[n])"""
    start: int | None
    column: int | None
    value: int | None

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
    size: int
    model: Text | None
    dropout: Text | None
    dropout_at: int
    channels: int
    height: int
    width: int
    outputs: int
    loss: int
    batch: int
    shards: int
    n_train: int
    seed: int
    precision: int
    direct: int
    input_gradient: int
    no_finite_check: int
    sparse: int
    dropout_strength: float
    sync_batch_norm: int

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
    size: int
    rows: int
    x: int | None
    labels: int | None
    targets: int | None
    step: int
    row_numbers: int | None
    weights: int | None
    r_drop: float
    sparse: Any

class adrop_losses(Structure):
    """adrop_losses of adrop/model.h

    data: mean over the rows of the batch
    extra: what techniques and penalties add"""
    data: float
    extra: float

class adrop_rates(Structure):
    """Each is from 0 to 1000; clip up to 1e30.

    size: sizeof(adrop_rates)
    dropout_lr: of the techniques' own parameters
    dropout_decay: of the techniques' own parameters
    clip: largest norm of the whole gradient; 0: no clipping"""
    size: int
    lr: float
    weight_decay: float
    dropout_lr: float
    dropout_decay: float
    clip: float

class adrop_response(Structure):
    """How parameters that learn by response move.

    size: sizeof(adrop_response)
    lr: of the weights, at this step
    horizon: steps of that rate, with the optimiser's momentum or preconditioner, after which the noise is evaluated: about a hundredth of all steps, and at least 10
    step: approximate upper bound of their move: the rate of their own Adam
    reach: norm of the change of the weights between two passes
    ahead: 1: the exact gradient, at the weights after the step, with one more pass
    noise_free: 1: the other rows are evaluated without noise, so noise does not increase their loss: for rows that are not trained on"""
    size: int
    lr: float
    horizon: float
    step: float
    reach: float
    ahead: int
    noise_free: int

class adrop_tensor_info(Structure):
    """adrop_tensor_info of adrop/model.h

    name: "features.0.weight"
    n: PyTorch's shape
    n_dims: PyTorch's shape
    dims: PyTorch's shape"""
    name: Text | None
    group: int
    n: int
    n_dims: int
    dims: Any

class adrop_tensor_view(Structure):
    """A tensor in place, without a copy.

    values: (dims), PyTorch's layout; read-only: use adrop_model_set to write
    is_double: double in a model in f64; else float
    i: the tensor's index"""
    values: int | None
    is_double: int
    n: int
    n_dims: int
    dims: Any
    i: int

class adrop_model_file_opts(Structure):
    """How a model is created from a file.

    size: sizeof(adrop_model_file_opts), set by the init call
    dropout: NULL: as in the file; "none": plain inference, as above
    batch: largest number of rows in a call; 256
    precision: f32"""
    size: int
    dropout: Text | None
    batch: int
    precision: int

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
    n_params: int
    n_dropout_params: int
    n_layers: int
    n_dropouts: int
    macs: float
    training_flops: float
    arena_bytes: int
    precision: Text | None
    why: Text | None
    isa: Text | None

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
    name: Text | None
    kind: Text | None
    channels: int
    height: int
    width: int
    n_params: int
    algorithm: Text | None
    forward_ms: float
    backward_ms: float
    macs: float
    n_in: int
    # in: by getattr

class adrop_architecture_info(Structure):
    """The architectures: a listing. All pointers live for ever.

    name: as written after --model
    summary: one line
    reference: the paper it comes from
    options: its table; the first row's name is NULL if none
    examples: texts that choose it, ended by NULL"""
    name: Text | None
    summary: Text | None
    reference: Text | None
    options: Any
    examples: Any

class adrop_graph_layer_info(Structure):
    """adrop_graph_layer_info of adrop/graph.h

    text: as given, or as written in the file
    n_in: how many layers it reads,
    in: and which: 0 is the input, 1 the first layer"""
    text: Text | None
    n_in: int
    # in: by getattr

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
    features: Text | None
    ngrams: int
    char_ngrams: Text | None
    min_df: int
    max_df: float
    stem: Text | None
    stop_words: int

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
    size: int
    seed: int
    input_scale: int
    standard_target: int
    val_fraction: float
    test_fraction: float
    train_per_class: int
    test_per_class: int
    train_limit: int
    test_limit: int
    missing: int
    folds: int
    fold: int
    class_weights: int
    class_weight: Text | None
    terms: adrop_text_opts

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
    size: int
    name: Text | None
    rows: int
    channels: int
    height: int
    width: int
    values: int | None
    pixels: int | None
    top: int
    labels: int | None
    targets: int | None
    classes: int
    class_names: Any
    column_names: Any
    parts: int | None
    borrow: int
    target_name: Text | None
    n_targets: int
    target_names: Any
    weights: int | None
    groups: int | None
    label_start: int | None
    n_words: int | None
    words: Any
    sparse: Any
    texts: Any
    ids: Any

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
    name: Text | None
    path: Text | None
    format: Text | None
    task: int
    rows: int
    channels: int
    height: int
    width: int
    classes: int
    n_train: int
    n_val: int
    n_test: int
    is_image: int
    is_pixels: int
    input_scale: int
    target_mean: float
    target_deviation: float
    columns: int
    words: int
    unseen: int
    missing: int
    has_answers: int
    is_text: int
    is_sparse: int
    is_multi_label: int
    targets: int
    target_deviations: int | None

class adrop_data_column(Structure):
    """The columns of a table in file order, inputs or not: a listing, 0 past the last.

    name: made unique; "" if the table has no header
    role: "input", "target", "id", "weight", "group"; for columns left out: "dropped" by the options, "index" for a row counter, "left-out" for words that are nearly all different
    form: how values are written: "numbers in $, commas between thousands", "dates, day first", "words"; "" for columns left out
    words: number of different words in an input; 0: numbers"""
    name: Text | None
    role: Text | None
    form: Text
    words: int

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
    size: int
    part: int
    rows: int
    seed: int
    shuffle: int
    drop_last: int
    augment: int
    workers: int
    ahead: int
    peeks: int

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
    n: int
    index: int
    x: int | None
    labels: int | None
    targets: int | None
    rows: int | None
    weights: int | None
    sparse: Any

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
    size: int
    epochs: int
    batch: int
    optimizer: Text | None
    lr: float
    momentum: float
    weight_decay: float
    dropout_lr: float
    dropout_decay: float
    schedule: int
    lr_drop: adrop_list
    warmup: float
    clip: float
    augment: int
    patience: int
    seed: int
    workers: int
    eval_every: int
    freeze: Text | None
    no_finite_check: int
    r_drop: float
    dropout_schedule: Text | None
    dropout_every: int
    dropout_horizon: float
    dropout_step: float
    dropout_rows: int
    dropout_wait: float
    dropout_judge: int
    dropout_held_out: float
    keep_best: int

class adrop_progress(Structure):
    """Progress of an epoch, reported after every step.

    step: of this epoch
    steps: of this epoch
    loss: of the epoch so far, with noise; acc NaN for regression
    acc: of the epoch so far, with noise; acc NaN for regression
    seconds_left: of all epochs, estimated; NaN at the start"""
    epoch: int
    epochs: int
    step: int
    steps: int
    loss: float
    acc: float
    images_per_second: float
    seconds_left: float

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
    epoch: int
    train_loss: float
    extra_loss: float
    train_acc: float
    train_rmse: float
    val_loss: float
    val_acc: float
    val_rmse: float
    test_loss: float
    test_acc: float
    test_top5: float
    test_rmse: float
    lr: float
    seconds: float
    eval_seconds: float
    json: Text | None
    dropout_strength: float
    val_micro_f1: float
    val_macro_f1: float
    test_micro_f1: float
    test_macro_f1: float

class adrop_trainer_hooks(Structure):
    """Members may be NULL. progress is called after every step. stop is called after every step of
    adrop_trainer_epoch and adrop_trainer_run: nonzero ends the call with ADROP_EINTR, unless nothing
    was left to do. epoch is called by adrop_trainer_run after every epoch.

    size: sizeof(adrop_trainer_hooks)"""
    size: int
    user: int | None
    progress: Any
    epoch: Any
    stop: Any

class adrop_step(Structure):
    """The result of a step.

    epoch: the epoch of the step, from 1
    step: its index in the epoch, from 1, and the steps per epoch
    steps: its index in the epoch, from 1, and the steps per epoch
    loss: mean over the rows; what techniques and penalties add
    extra: mean over the rows; what techniques and penalties add
    lr: of the weights
    epoch_over: it was the last of the epoch: adrop_trainer_epoch evaluates it"""
    epoch: int
    step: int
    steps: int
    rows: int
    loss: float
    extra: float
    lr: float
    epoch_over: int

class adrop_score(Structure):
    """Results of a part, without noise.

    n: rows; 0: the part is empty, and all else is NaN
    loss: mean over the rows
    acc: NaN where they do not apply; top5 with more than 5 classes
    top5: NaN where they do not apply; top5 with more than 5 classes
    rmse: NaN where they do not apply; top5 with more than 5 classes
    micro_f1: for rows with several classes, in per cent: over all decisions, and the mean of the classes' (0 for a class that is neither true nor predicted); acc is then the share of rows whose classes are all correct. NaN otherwise
    macro_f1: for rows with several classes, in per cent: over all decisions, and the mean of the classes' (0 for a class that is neither true nor predicted); acc is then the share of rows whose classes are all correct. NaN otherwise"""
    n: int
    loss: float
    acc: float
    top5: float
    rmse: float
    micro_f1: float
    macro_f1: float

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
    step: int
    epoch: int
    batch: int
    steps: int
    since_best: int
    best: float
    best_val: float
    last: float
    seconds: float

class adrop_unit(Structure):
    """adrop_unit of adrop/units.h

    layer: the first layer that computes it, as adrop_model_layer names it
    layer_number: its index there
    channel: in that layer's output"""
    layer: Text | None
    layer_number: int
    channel: int

class adrop_criterion_info(Structure):
    """What is removed first. All pointers live for ever.

    node_technique: the technique for training networks whose nodes it ranks; "none": any; NULL: it does not rank nodes
    weight_technique: the same for weights"""
    name: Text | None
    summary: Text | None
    reference: Text | None
    node_technique: Text | None
    weight_technique: Text | None

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
    size: int
    criterion: Text | None
    rate: float
    scope: int
    data: int | None
    batch: int
    seed: int
    round: int

class adrop_predictor_opts(Structure):
    """adrop_predictor_opts of adrop/predict.h

    size: sizeof(adrop_predictor_opts), set by the init call
    dropout: NULL: as trained; "none": no dropout, if the technique allows it (adrop_model_load)
    batch: largest number of rows in a pass; 256
    precision: f32
    sparse_weights: whether zero weights are skipped; auto"""
    size: int
    dropout: Text | None
    batch: int
    precision: int
    sparse_weights: int

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
    channels: int
    height: int
    width: int
    outputs: int
    is_classifier: int
    is_pixels: int
    has_schema: int
    is_multi_label: int
    is_text: int

class adrop_sample_opts(Structure):
    """adrop_sample_opts of adrop/predict.h

    size: sizeof(adrop_sample_opts)
    samples: noisy passes, 50; 0: one pass without noise. For a technique with fixed masks (masksembles) at most its number of members: there are no other passes
    shared_masks: 1: pass t uses the same masks for every row, like one network drawn at random; 0: every row has its own masks
    by_moments: 1: no samples: propagate the first two moments of every mask through the network (only chains of dense layers, ReLU and dropout)"""
    size: int
    samples: int
    shared_masks: int
    by_moments: int

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
    size: int
    mean: int | None
    std: int | None
    entropy: int | None
    expected_entropy: int | None
    mutual_information: int | None
    energy: int | None

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
    size: int
    logits: int
    draws: int | None
    n_at: int
    at: int | None
    quantiles: int | None

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
    size: int
    n: int
    values: int | None
    pixels: int | None
    sparse: Any
    texts: Any
    n_words: int | None
    words: Any
    row_numbers: int | None

class adrop_export_opts(Structure):
    """adrop_export_opts of adrop/exchange.h

    size: sizeof(adrop_export_opts), set by the init call
    format: onnx
    samples: noisy passes in the graph; 0: the network without noise
    data: a description of the training data, for the metadata; NULL: none
    threshold: of a calibration (adrop_calibration_threshold). If positive, there are additional outputs: the classes with 1 - probability at most this or, for one target, the interval ends mean -+ threshold sqrt(std^2 + noise^2)
    noise: of a calibration, for regression
    level: of the threshold, for the metadata"""
    size: int
    format: int
    samples: int
    data: Text | None
    threshold: float
    noise: float
    level: float

class adrop_calibration_info(Structure):
    """adrop_calibration_info of adrop/calibration.h

    rows: calibration rows
    classes: 0 for regression
    samples: noisy passes per prediction; 0: one pass without noise
    temperature: for classes; NaN for regression
    noise: for regression, added to the standard deviation of the passes; NaN for classes"""
    rows: int
    classes: int
    samples: int
    temperature: float
    noise: float

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
    size: int
    data: Text | None
    data_dir: Text | None
    seed: int
    format: int
    task: int
    target: Text | None
    input_scale: int
    standard_target: int
    val_fraction: float
    test_fraction: float
    train_per_class: int
    test_per_class: int
    train_limit: int
    test_limit: int
    split: int
    image_size: int
    channels: int
    cache_mb: int
    test_rows: Text | None
    missing: int
    folds: int
    fold: int
    class_weights: int
    drop: Text | None
    id: Text | None
    weight: Text | None
    group: Text | None
    dates: Text | None
    test: Text | None
    class_weight: Text | None
    terms: adrop_text_opts
    single_topic: int
    strict: int
    text: Text | None
    multi_label: int
    label_separator: Text | None
    encoding: int
    keep: Text | None
    decimal: int
    date_order: int

class adrop_data_file(Structure):
    """The files that were read: path, length and XXH3_64bits of each. A folder of images has too many
    files to list and is one entry: xxh3 is a sum over the names and lengths of all files, contents
    one over the names, lengths and bytes of the images (0 for other formats). A listing of
    adrop_data_n_files entries."""
    path: Text | None
    bytes: int
    xxh3: int
    contents: int

class adrop_known_data(Structure):
    """The known names and the formats: two listings.

    readable: 0: known, but not yet readable
    places: where it is searched for below the data folder, comma-separated
    train: rows of the complete set; 0: varies
    test: rows of the complete set; 0: varies
    classes: 0: regression"""
    name: Text | None
    summary: Text | None
    readable: int
    places: Text | None
    train: int
    test: int
    classes: int

class adrop_data_format(Structure):
    """adrop_data_format of adrop/data.h"""
    name: Text | None
    summary: Text | None

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
    size: int
    launch: int
    slurm: Text | None
    folder: Text | None
    program: Text | None
    jobs: int
    threads: int

class adrop_worker_info(Structure):
    """The state of a worker; texts live as long as the context.

    size: sizeof(adrop_worker_info)
    worker: its number
    job: "Slurm job 17_3", or ""
    run: the directory of the run assigned to it; "": none
    epoch: its last progress; 0: unknown
    epochs: its last progress; 0: unknown
    is_idle: the run has ended"""
    size: int
    worker: int
    host: Text | None
    job: Text | None
    run: Text | None
    epoch: int
    epochs: int
    is_idle: int

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
    size: int
    model: Text | None
    dropout: Text | None
    dropout_at: int
    epochs: int
    batch: int
    optimizer: Text | None
    lr: float
    momentum: float
    weight_decay: float
    dropout_lr: float
    dropout_decay: float
    schedule: int
    lr_drop: adrop_list
    warmup: float
    clip: float
    augment: int
    patience: int
    seed: int
    shards: int
    precision: int
    workers: int
    save_steps: int
    out: Text | None
    resume: int
    save_seconds: float
    data_seed: int
    allow_changed_data: int
    eval_every: int
    init: Text | None
    freeze: Text | None
    command: Text | None
    no_finite_check: int
    keep_zeros: int
    r_drop: float
    dropout_schedule: Text | None
    sync_batch_norm: int
    dropout_every: int
    dropout_horizon: float
    dropout_step: float
    dropout_rows: int
    dropout_wait: float
    dropout_judge: int
    dropout_held_out: float

class adrop_train_hooks(Structure):
    """Members may be NULL. stop is called after every step: nonzero saves and ends the run, and the
    call returns ADROP_EINTR unless nothing was left to do.

    A hook must return. If it leaves by longjmp or an exception, the memory of the run and the lock
    of its directory stay allocated: no other run of the process can use that directory. Use stop to
    end early.

    size: sizeof(adrop_train_hooks)"""
    size: int
    user: int | None
    started: Any
    progress: Any
    epoch: Any
    stop: Any

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
    epochs: int
    interrupted: int
    resumed: int
    task: int
    test_acc: float
    best_test_acc: float
    test_rmse: float
    best_test_rmse: float
    train_acc_mean: float
    train_rmse_mean: float
    seconds: float
    best_epoch: int
    val_acc: float
    val_rmse: float
    last_acc: float
    last_rmse: float
    stopped_early: int
    test_micro_f1: float
    test_macro_f1: float

class adrop_run_opts(Structure):
    """How a run is opened.

    size: sizeof(adrop_run_opts)
    data: a name or a path; NULL: the run's own
    data_dir: the folder of known sets; NULL: none
    inputs: open rows for prediction, with any classes
    all: all rows, without the run's splits and limits
    allow_changed_data: accept the run's own data if they differ from its record
    sparse_weights: whether zero weights are skipped (adrop/units.h)"""
    size: int
    data: Text | None
    data_dir: Text | None
    inputs: int
    all: int
    allow_changed_data: int
    sparse_weights: int

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
    size: int
    data: adrop_texts
    model: adrop_texts
    dropout: adrop_texts
    runs: int
    seed: int
    paired: int
    by_split: int
    baseline: Text | None
    test: int
    level: float
    choose: int
    choose_epochs: int
    jobs: int
    timing: int
    timing_rounds: int
    out: Text | None
    choose_dropout_lr: adrop_list
    unpaired: int

class adrop_planned_run(Structure):
    """One run of the plan. The texts live as long as the comparison.

    data: dropout as trained; "" while a choice is open
    model: dropout as trained; "" while a choice is open
    dropout: dropout as trained; "" while a choice is open
    candidate: in a choice: the settings tried; otherwise ""
    run: from 1; 0 for a choice
    message: why it failed, or ""
    data_seed: of its rows: the same for all techniques"""
    data: Text | None
    model: Text | None
    dropout: Text | None
    candidate: Text | None
    run: int
    seed: int
    path: Text | None
    state: int
    message: Text | None
    data_seed: int

class adrop_compare_group(Structure):
    """A data set with a network. Texts live as long as the comparison.

    n_train: rows
    n_test: rows
    epochs: per run
    batch: per run"""
    data: Text | None
    model: Text | None
    task: int
    n_train: int
    n_test: int
    epochs: int
    batch: int

class adrop_compare_progress(Structure):
    """Progress of the whole comparison.

    done: of the plan
    failed: of the plan
    runs: of the plan
    run: the run that reported
    at: its progress
    seconds_left: NaN at the start"""
    done: int
    failed: int
    runs: int
    running: int
    run: Any
    at: Any
    seconds_left: float

class adrop_compare_hooks(Structure):
    """Members may be NULL. Calls never overlap, but may come from different threads.

    size: sizeof(adrop_compare_hooks)
    launch: trains the runs of this call (launch.h); NULL: this program"""
    size: int
    user: int | None
    progress: Any
    ended: Any
    timed: Any
    stop: Any
    launch: int | None

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
    data: Text | None
    model: Text | None
    dropout: Text | None
    asked: Text | None
    chosen: Text | None
    n: int
    planned: int
    failed: int
    values: int | None
    seeds: int | None
    mean: float
    std: float
    std_population: float
    rank: int
    is_baseline: int
    difference: float
    low: float
    high: float
    p: float
    p_holm: float
    effect: float
    p_paper: float
    p_rank: float
    least_p_rank: float
    seconds_per_epoch: float
    s1: float
    s2: float
    s1_norm: float
    s2_norm: float
    rate: float
    noise_level: float
    chosen_edge: int

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
    size: int
    width: int
    height: int
    columns: int
    digits: int
    ascii: int
    colour: int
    number: int

class adrop_column(Structure):
    """Several columns at once, ended by one without align; a NULL unit is ""."""
    key: Text | None
    label: Text | None
    align: Text
    unit: Text | None
    digits: int
    rank: int

class adrop_document_look(Structure):
    """adrop_document_look of adrop/document.h

    size: sizeof(adrop_document_look)
    columns: width of a line of text, 80
    is_terminal: text: wrap prose and keep lines within columns; otherwise wrap only the last column of a table and write each sentence on one line
    ascii: text: no characters beyond ASCII
    colour: text: bold and underline by terminal codes
    number: HTML: number of the first figure within the page
    brief: HTML: omit what has no label; CSV: omit facts, and write sentences as lines that begin with '#'"""
    size: int
    columns: int
    is_terminal: int
    ascii: int
    colour: int
    number: int
    brief: int

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
    size: int
    name: Text | None
    data_dir: Text | None
    source: Text | None
    proxy: Text | None
    no_proxy: Text | None
    connect_seconds: float
    stall_seconds: float

class adrop_get_progress(Structure):
    """Progress of a download.

    file: the name of the current file
    index: its number, from 1, and the number of files
    files: its number, from 1, and the number of files
    bytes: done and total, of all files, including those already present
    all_bytes: done and total, of all files, including those already present
    bytes_per_second: during this call; 0 at the start
    seconds_left: an estimate; NaN at the start"""
    file: Text | None
    index: int
    files: int
    bytes: int
    all_bytes: int
    bytes_per_second: float
    seconds_left: float

class adrop_get_file(Structure):
    """A file in place.

    sum: 32 digits: MD5; 64: SHA-256
    fetched: 0: it was already present"""
    path: Text | None
    url: Text | None
    sum: Text | None
    bytes: int
    fetched: int

class adrop_get_hooks(Structure):
    """Members may be NULL. progress and stop are called during the transfer, at least once a second. If
    stop returns nonzero, the call ends with ADROP_EINTR and keeps what was received.

    size: sizeof(adrop_get_hooks)"""
    size: int
    user: int | None
    progress: Any
    file: Any
    stop: Any

class adrop_get_result(Structure):
    """adrop_get_result of adrop/fetch.h

    files: files in place now, and those downloaded by this call
    fetched: files in place now, and those downloaded by this call
    bytes: received over the network
    interrupted: stop ended the call: ADROP_EINTR"""
    files: int
    fetched: int
    bytes: int
    seconds: float
    interrupted: int

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
    size: int
    unit: int
    criterion: Text | None
    rate: float
    rounds: int
    keep: float
    scope: int
    rewind: Text | None
    one_shot: int
    out: Text | None

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
    round: int
    is_done: int
    units: int
    kept: float
    params: float
    macs: float
    bytes: float
    test_before: float
    test: float
    ms_per_batch: float
    ms_per_input: float
    whole_ms_per_batch: float
    whole_ms_per_input: float
    run: Text | None

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
    task: int
    rounds: int
    done: int
    epochs: int
    batch: int
    unit: Text | None
    criterion: Text | None
    dropout: Text | None
    model: Text | None

class adrop_prune_progress(Structure):
    """Progress of a pruning.

    round: the current round; the last round
    rounds: the current round; the last round
    at: its progress
    done: share of all epochs of all rounds
    seconds_left: NaN at the start"""
    round: int
    rounds: int
    at: Any
    done: float
    seconds_left: float

class adrop_prune_hooks(Structure):
    """Members may be NULL.

    size: sizeof(adrop_prune_hooks)
    round: when it is done"""
    size: int
    user: int | None
    progress: Any
    round: Any
    stop: Any

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
    size: int
    vary: adrop_texts
    method: int
    by: int
    trials: int
    eta: int
    min_epochs: int
    runs: int
    no_baseline: int
    level: float
    seed: int
    jobs: int
    run_threads: int
    out: Text | None

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
    trial: int
    settings: Text | None
    state: int
    same_as: int
    bracket: int
    rung: int
    epochs: int
    val: float
    run: Text | None
    message: Text | None

class adrop_rung(Structure):
    """A rung: how many trials are trained, and up to which epoch.

    bracket: from 1
    rung: from 1"""
    bracket: int
    rung: int
    trials: int
    epochs: int

class adrop_tune_progress(Structure):
    """Progress of a search.

    what: "trial 7, lr=0.0123", "winner, run 2 of 5"
    done: epochs done and planned, over all folds and runs
    epochs: epochs done and planned, over all folds and runs
    running: runs
    at: the progress of the run that reported
    seconds_left: NaN at the start"""
    what: Text | None
    done: int
    epochs: int
    running: int
    at: Any
    seconds_left: float

class adrop_tune_hooks(Structure):
    """Members may be NULL. Calls never overlap, but may come from different threads.

    size: sizeof(adrop_tune_hooks)
    launch: trains the runs of this call (launch.h); NULL: this program"""
    size: int
    user: int | None
    progress: Any
    trial: Any
    ended: Any
    stop: Any
    launch: int | None

class adrop_tune_runs(Structure):
    """Several runs of one setting: their results on test rows.

    n: finished; the rest is NaN for 0
    mean: std is NaN for fewer than 2
    std: std is NaN for fewer than 2
    low: interval of the mean, by Student's t, clamped to possible values: at least 0, per cent at most 100; NaN for fewer than 2
    high: interval of the mean, by Student's t, clamped to possible values: at least 0, per cent at most 100; NaN for fewer than 2
    values: (n), valid as long as the search"""
    n: int
    mean: float
    std: float
    low: float
    high: float
    values: int | None

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
    trials: int
    distinct: int
    left_out: int
    failed: int
    epochs: int
    epochs_all: int
    epochs_final: int
    epochs_full: int
    n_train: int
    n_val: int
    n_test: int
    folds: int
    jobs: int
    by: Text | None
    metric: Text | None
    by_less: int
    metric_less: int
    best: int
    best_val: float
    best_settings: Text | None
    second: int
    second_val: float
    final: adrop_tune_runs
    baseline: adrop_tune_runs
    baseline_is_best: int
    difference: float
    low: float
    high: float
    p: float

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
    size: int
    samples: int
    shared_masks: int
    data: Text | None
    data_dir: Text | None
    part: int
    ood: Text | None
    calibrate: float
    bins: int
    level: float
    batch: int
    allow_changed_data: int
    by_moments: int
    allow_plain: int
    calibrate_on: Text | None
    target: Text | None

class adrop_uncertainty_hooks(Structure):
    """progress gets done and all, in predicted rows; stop: nonzero ends with ADROP_EINTR. Both may be
    NULL."""
    size: int
    user: int | None
    progress: Any
    stop: Any

class adrop_conformal_result(Structure):
    """adrop_conformal_result of adrop/uncertainty.h

    threshold: values: the mean width of intervals
    coverage: values: the mean width of intervals
    mean_size: values: the mean width of intervals"""
    threshold: float
    coverage: float
    mean_size: float

class adrop_exact_result(Structure):
    """Sets that may be empty (adrop_conformal_opts), with the same thresholds.

    empty: the share of empty sets"""
    coverage: float
    mean_size: float
    empty: float

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
    n: int
    n_calibration: int
    n_ood: int
    classes: int
    members: int
    samples: int
    scores: adrop_probability_scores
    ece: float
    ece_mass: float
    ece_classes: float
    success: Any
    error: Any
    ood: Any
    selective: adrop_selective
    temperature: float
    scaled_scores: adrop_probability_scores
    scaled_ece: float
    conformal: Any
    values: adrop_value_scores
    gaussian: adrop_gaussian_scores
    noise: float
    coverage: Any
    interval: Any
    by_moments: int
    targets: int
    exact: Any

class adrop_uncertain_row(Structure):
    """Row i of those measured.

    row: its number in the data set
    truth: classification; -1 for regression
    predicted: classification; -1 for regression
    target: NaN for classification
    mean: (classes), or one value
    std: (classes), or one value"""
    row: int
    truth: int
    predicted: int
    target: float
    mean: int | None
    std: int | None
    maxp: float
    entropy: float
    expected_entropy: float
    mutual_information: float
    energy: float

class adrop_report_opts(Structure):
    """adrop_report_opts of adrop/report.h

    size: sizeof(adrop_report_opts)
    paper: the paper's conventions: population standard deviations, and its one-sided p"""
    size: int
    paper: int

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
    data: Text | None
    model: Text | None
    test: int
    runs: int
    tests: int
    alpha: float
    power: float
    deviations: float
    std: float
    difference: float
    judged_by: int

class adrop_recipe_info(Structure):
    """adrop_recipe_info of adrop/reproduce.h

    claim: the paper's claim
    missing: what adrop does not support yet, or ""
    needs: data sets, comma-separated, or ""
    absent: the missing ones, or ""
    says: how a scale differs from the paper, or ""
    hours: approximate, for the data sets present, measured on the machine of adrop_recipes_machine; NaN: not measured"""
    label: Text | None
    title: Text | None
    claim: Text | None
    missing: Text | None
    kind: int
    kind_name: Text | None
    state: int
    needs: Text | None
    absent: Text | None
    says: int | None
    hours: Any

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
    size: int
    data_dir: Text | None
    scale: int
    part: adrop_texts
    data: adrop_texts
    model: adrop_texts
    dropout: adrop_texts
    runs: int
    epochs: int
    seed: int
    jobs: int
    timing: int
    change: adrop_texts
    out: Text | None
    choose_dropout_lr: adrop_list

class adrop_reproduce_info(Structure):
    """adrop_reproduce_info of adrop/reproduce.h

    says: how the scale differs from the paper, or ""
    restricted: what the caller left out or changed, and data sets of which only parts are present; ""
    absent: missing data sets, or ""
    out: its folder
    paper_applies: the paper has numbers to compare with
    hours: approximate, on the recipes' machine; NaN: not measured"""
    label: Text | None
    title: Text | None
    claim: Text | None
    kind: int
    curve: int
    scale: int
    says: Text | None
    restricted: Text | None
    absent: Text | None
    out: Text | None
    paper_applies: int
    hours: float

class adrop_reproduce_part(Structure):
    """A part: a comparison, with its own plan, estimate and table.

    compare: owned by the reproduction; NULL for prunings"""
    name: Text | None
    says: Text | None
    folder: Text | None
    compare: int | None

class adrop_reproduced(Structure):
    """Our result beside the paper's, which is NaN where the paper has none.

    column: in the paper's terms: accuracy, top1, top5, rmse, seconds_per_epoch
    ours: mean and rank are those of the column
    paper_rank: among the rows of its data set, network and column; 0: none
    paper_rows: and the number of these rows
    note: a known error in the paper's cell, or "" """
    part: Text | None
    column: Text | None
    ours: Any
    paper_mean: float
    paper_std: float
    paper_p: float
    paper_rank: int
    paper_rows: int
    note: Text | None

class adrop_example(Structure):
    """A row shown by a recipe of kind examples: its picture, and why it was selected. Sheet i of the
    document has its predictions by class.

    rule: "most confidently wrong"
    row: its number in the data set
    pixels: (channels, height, width), as the network reads them"""
    rule: Text | None
    row: int
    truth: Text | None
    predicted: Text | None
    channels: int
    height: int
    width: int
    pixels: int | None

class Functions:
    """Every function of the libraries; arguments are what ctypes takes for them."""
    def adrop_version(self) -> Text | None:
        """"0.1.0": the version of the library at run time. Lives for ever."""
        ...
    def adrop_version_number(self) -> int:
        """ADROP_VERSION of the library at run time."""
        ...
    def adrop_status_text(self, status: int) -> Text | None:
        """"out of memory" and the like; "unknown status" for an unknown number."""
        ...
    def adrop_ctx_opts_init_sized(self, opts: Any, size: int) -> None:
        """Set every member to 0: the defaults."""
        ...
    def adrop_ctx_options(self) -> Any:
        """Its option table (option.h): threads and isa. allocator, log and log_user have no rows."""
        ...
    def adrop_ctx_create(self, opts: Any, out: Any) -> int:
        """opts may be NULL for the defaults. ADROP_EINVAL if threads or isa is out of range, if only one
        allocator function is set, or if the CPU lacks the instruction set. ADROP_ENOMEM if more threads
        than processors were requested and cannot be started. *out is NULL after any failure."""
        ...
    def adrop_ctx_free(self, ctx: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_free(self, ctx: Any, memory: Any) -> None:
        """Free memory that a call returned, where that call says so. NULL is fine."""
        ...
    def adrop_ctx_message(self, ctx: Any) -> Text | None:
        """The message of the last failure in this context, or "". It lives until the next failure or the
        end of the context."""
        ...
    def adrop_ctx_isa_name(self, ctx: Any) -> Text | None:
        """"avx512", "avx2" or "baseline": the kernel set of this context."""
        ...
    def adrop_ctx_threads(self, ctx: Any) -> int:
        """How many threads the context's loops use. Masks and predictions do not depend on it; training
        does, in the last bits."""
        ...
    def adrop_ctx_bytes_read(self, ctx: Any) -> int:
        """Bytes of data sets read and decompressed in this context so far. Unlike all other calls, it may
        be made by another thread at any time, to show progress."""
        ...
    def adrop_isa_count(self) -> int:
        """How many instruction sets this CPU supports: the first `count` of BASELINE, AVX2, AVX512."""
        ...
    def adrop_number_text(self, buffer: Text | Array[c_char] | None, x: float) -> Text | None:
        """The shortest decimal text that reads back as exactly x ("0.1", "1e-07",
        "nan", "-inf"), written to buffer[ADROP_NUMBER_SIZE]. Returns buffer."""
        ...
    def adrop_number_round(self, buffer: Text | Array[c_char] | None, x: float, digits: int) -> Text | None:
        """The same with at most `digits` (1 to 17) significant digits."""
        ...
    def adrop_number_or_zero(self, x: float, decimals: int) -> float:
        """x, or 0 if x rounded to this many decimals is 0, so that "%.2f" never prints "-0.00"."""
        ...
    def adrop_number_read(self, text: Text | Array[c_char] | None, x: Any) -> int:
        """Parse all of text as a finite decimal number. ADROP_EINVAL, with *x unchanged, for anything else:
        empty, trailing characters, hexadecimal, nan, infinity, overflow."""
        ...
    def adrop_options_default_sized(self, table: Any, dst: Any, dst_size: int) -> None:
        """Fill dst with the table's defaults."""
        ...
    def adrop_option_group_title(self, group: int) -> Text | None:
        """"Network and dropout": the heading of a group; NULL past the last."""
        ...
    def adrop_options_append(self, rows: Any, n: int, table: Any, offset: int) -> int:
        """One table for several structs inside a larger one: append the rows of the struct at offset to the
        n existing rows, except for names that already exist. Returns the new number of rows; a row
        without a name follows them, for which there must be room."""
        ...
    def adrop_option_find(self, table: Any, name: Text | Array[c_char] | None) -> Any:
        """The row called name, or NULL."""
        ...
    def adrop_option_meant(self, table: Any, word: Text | Array[c_char] | None) -> Any:
        """The same, or the row that lists the word as a synonym: for user input."""
        ...
    def adrop_keep(self, ctx: Any, text: Text | Array[c_char] | None, kept: Any) -> int:
        """A copy of text that lives as long as the context, shared by equal texts. *kept is "" after a
        failure, which is ADROP_ENOMEM."""
        ...
    def adrop_texts_add(self, ctx: Any, texts: Any, text: Text | Array[c_char] | None) -> int:
        """Append a copy of a text, in memory that lives as long as the context. ADROP_EINVAL for an empty
        text; texts is unchanged after a failure."""
        ...
    def adrop_texts_at(self, texts: Any, i: int) -> Text | None:
        """Text i; NULL past the last."""
        ...
    def adrop_option_set_sized(self, ctx: Any, table: Any, dst: Any, dst_size: int, name: Text | Array[c_char] | None, text: Text | Array[c_char] | None) -> int:
        """Set one field from text; name may be a synonym. ADROP_ENOENT for an unknown name (the message
        suggests the nearest). ADROP_EINVAL for a text that is not of the row's kind or is out of range
        (the message gives the range), or if dst has no room for the field; dst is unchanged on
        failure."""
        ...
    def adrop_options_parse_sized(self, ctx: Any, table: Any, dst: Any, dst_size: int, text: Text | Array[c_char] | None) -> int:
        """Set fields from "key=value,key=value". A flag's key alone means yes; a list's values are
        separated by '/' here, and commas inside parentheses belong to the value. Settings before the one
        that fails are kept."""
        ...
    def adrop_option_show(self, ctx: Any, row: Any, from_2: Any) -> Text | None:
        """The current value of a row's field in the syntax of adrop_option_set, in memory that lives as
        long as the context; `from` must contain the field. A choice without a word is shown as its
        number in brackets, "(7)"; of lists that are too long, only the first numbers. NULL if out of
        memory."""
        ...
    def adrop_option_range(self, row: Any, buffer: Text | Array[c_char] | None, size: int) -> Text | None:
        """The values that the row accepts, for people: "[0, 1)", "yes or no", "sigmoid, probit". Returns
        buffer."""
        ...
    def adrop_option_applies(self, row: Any, buffer: Text | Array[c_char] | None, size: int) -> Text | None:
        """What the row applies to, for people: "tables and JSON lines", or "" for everything. Returns
        buffer."""
        ...
    def adrop_nearest(self, word: Text | Array[c_char] | None, words: Any) -> Text | None:
        """The entry of words (ended by NULL) most similar to word, or NULL if none is similar."""
        ...
    def adrop_seed_name(self, i: int) -> Text | None:
        """The seeds and the mappings, by index from 0; NULL past the last."""
        ...
    def adrop_seed_summary(self, i: int) -> Text | None:
        """The seeds and the mappings, by index from 0; NULL past the last."""
        ...
    def adrop_map_name(self, i: int) -> Text | None:
        """The seeds and the mappings, by index from 0; NULL past the last."""
        ...
    def adrop_map_summary(self, i: int) -> Text | None:
        """The seeds and the mappings, by index from 0; NULL past the last."""
        ...
    def adrop_map_register(self, ctx: Any, table: Any) -> int:
        """Register one under its name, in a context and in the contexts that the library creates for its
        own threads. What the table points to must outlive the context. ADROP_EEXIST if the name is
        taken, ADROP_EINVAL if a member is missing or a condition is violated."""
        ...
    def adrop_seed_register(self, ctx: Any, table: Any) -> int:
        """Register one under its name, in a context and in the contexts that the library creates for its
        own threads. What the table points to must outlive the context. ADROP_EEXIST if the name is
        taken, ADROP_EINVAL if a member is missing or a condition is violated."""
        ...
    def adrop_map_registered(self, ctx: Any, i: int, summary: Any) -> Text | None:
        """The registered ones, by index from 0; NULL past the last."""
        ...
    def adrop_seed_registered(self, ctx: Any, i: int, summary: Any) -> Text | None:
        """The registered ones, by index from 0; NULL past the last."""
        ...
    def adrop_dist_create(self, ctx: Any, seed: Text | Array[c_char] | None, map: Text | Array[c_char] | None, mu: float, sigma: float, out: Any) -> int:
        """ADROP_ENOENT for an unknown seed or map, ADROP_EINVAL unless mu is finite and
        sigma finite and positive."""
        ...
    def adrop_dist_free(self, d: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_dist_pdf(self, d: Any, m: float) -> float:
        """Density of the continuous part at m; 0 outside the support. It integrates to 1 minus the masses
        of the atoms, and may be infinite at 0 or 1."""
        ...
    def adrop_dist_cdf(self, d: Any, m: float) -> float:
        """P(mask <= m), atoms included."""
        ...
    def adrop_dist_quantile(self, d: Any, p: float) -> float:
        """The smallest m with cdf(m) >= p, for p in [0, 1] (0: the lower end of the
        support); NaN outside."""
        ...
    def adrop_dist_atoms(self, d: Any, atoms: Any) -> int:
        """Write the atoms of positive mass, in increasing order of value; returns their number (0 to 2)."""
        ...
    def adrop_dist_mean(self, d: Any) -> float: ...
    def adrop_dist_variance(self, d: Any) -> float: ...
    def adrop_dist_mean_approx(self, d: Any) -> float:
        """The paper's approximate mean, sigmoid(mu / sqrt(1 + pi sigma^2 / 8)); NaN unless the pair is
        gaussian with sigmoid, for which it was derived."""
        ...
    def adrop_dist_at(self, d: Any, eps: float, m: Any, dmu: Any, dsigma: Any) -> None:
        """m, dm/dmu and dm/dsigma at the noise eps; any pointer may be NULL. At a kink of the mapping the
        derivative is 0."""
        ...
    def adrop_dist_sample(self, d: Any, seed: int, row: int, pass_3: int, n: int, m: Any) -> None:
        """Draw n masks into m. Element i is a pure function of (seed, row, pass, i): no state, any order,
        any number of threads."""
        ...
    def adrop_dist_kl(self, p: Any, q: Any) -> float:
        """Kullback-Leibler divergence KL(p || q) in nats, atoms included; infinite where p has mass and q
        has none."""
        ...
    def adrop_dist_nearest_sized(self, d: Any, info: Any, size: int) -> None:
        """Takes a few hundredths of a second."""
        ...
    def adrop_target_at_sized(self, i: int, info: Any, size: int) -> int:
        """Kind i from 0; 1, or 0 past the last with *info zeroed."""
        ...
    def adrop_ranking_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_ranking_options(self) -> Any:
        """Its option table (option.h): unit_mean."""
        ...
    def adrop_ranking_create(self, ctx: Any, target: Text | Array[c_char] | None, opts: Any, out: Any) -> int:
        """Fit every pair to the target described by the text; opts may be NULL. Takes about a second.
        ADROP_ENOENT for an unknown target, ADROP_EINVAL for unknown settings or values out of range,
        ADROP_ENOMEM."""
        ...
    def adrop_ranking_free(self, r: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_ranking_describe_sized(self, r: Any, info: Any, size: int) -> None: ...
    def adrop_ranking_at_sized(self, r: Any, rank: int, info: Any, size: int) -> int:
        """The pair of that rank, from 0, nearest first; returns 1, or 0 past the last with *info zeroed."""
        ...
    def adrop_positive_name(self, kind: int) -> Text | None: ...
    def adrop_positive_log_pdf(self, p: Any, v: float) -> float:
        """Log density at v > 0; -inf elsewhere."""
        ...
    def adrop_positive_mean(self, p: Any) -> float:
        """Infinite where the integral diverges (inverse gamma: k <= 1, k <= 2)."""
        ...
    def adrop_positive_variance(self, p: Any) -> float:
        """Infinite where the integral diverges (inverse gamma: k <= 1, k <= 2)."""
        ...
    def adrop_positive_kl(self, p: Any, q: Any) -> float:
        """KL(p || q) in nats; infinite where it diverges."""
        ...
    def adrop_positive_match(self, ctx: Any, target: Any, kind: int, fit: int, out: Any) -> int:
        """Fit the member of `kind` (softplus-gaussian or log-normal) to target. ADROP_EINVAL for invalid
        parameters, or if the target lacks the moments that the fit needs; ADROP_ENUMERIC if the fit does
        not converge."""
        ...
    def adrop_technique_count(self) -> int:
        """The number of built-in techniques."""
        ...
    def adrop_technique_at_sized(self, i: int, info: Any, size: int) -> int:
        """Technique i: a listing."""
        ...
    def adrop_technique_check(self, ctx: Any, text: Text | Array[c_char] | None, index: Any, resolved: Any) -> int:
        """Check a text "name" or "name:key=value,..." as for --dropout. *resolved, unless NULL, receives
        the full text with every setting spelled out, which lives as long as the context. *index, unless
        NULL, receives the technique's index. ADROP_ENOENT or ADROP_EINVAL with a message as for
        adrop_option_set."""
        ...
    def adrop_technique_register(self, ctx: Any, table: Any) -> int:
        """Register a technique in a context, and in the contexts that the library creates for its own
        threads. An option `mask` (element or channel) is added to the table's own. ADROP_EEXIST if the
        name is taken, ADROP_EINVAL if a member is missing."""
        ...
    def adrop_technique_known_sized(self, ctx: Any, i: int, info: Any, size: int) -> int:
        """Technique i of a context: the built-in ones, then the registered ones."""
        ...
    def adrop_technique_conform(self, ctx: Any, text: Text | Array[c_char] | None, results: Any, n: Any) -> int:
        """Check a technique, given as a text as for --dropout, against its own description: built-in or
        registered, with or without parameters, on vectors and maps. The library's own tests run the same
        suite over every built-in technique: masks against its mean and variance (a million masks; false
        alarms: 6e-7 per check) and against its distribution (ten million), gradients against differences
        in double, float against double, identical bits for the same address under any instruction set,
        number of threads and split of a batch, phases, saving and loading of tensors. results:
        (ADROP_CONFORMANCE_CHECKS), of which n are filled; checks that do not apply are omitted. Returns
        ADROP_OK if the checks ran, passed or not. Takes seconds, 100 MB, and contexts of its own with up
        to 4 threads."""
        ...
    def adrop_site_dense_sized(self, site: Any, size: int, rows: int, units: int) -> None: ...
    def adrop_site_map_sized(self, site: Any, size: int, rows: int, channels: int, height: int, width: int) -> None: ...
    def adrop_dropout_create(self, ctx: Any, text: Text | Array[c_char] | None, site: Any, seed: int, out: Any) -> int:
        """Create the technique that the text describes, as in "bernoulli:rate=0.2" (`adrop list
        techniques`). Its initial parameters are drawn from the seed. ADROP_ENOENT for an unknown name,
        ADROP_EINVAL or ADROP_ESHAPE for settings out of range or a site that the technique does not
        support. No other call below fails for lack of memory, unless it says so."""
        ...
    def adrop_dropout_free(self, d: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_pass_train_sized(self, pass_0: Any, size: int, seed: int, step: int, rows: int, x: Any, y: Any) -> None:
        """Initialise a pass of each phase with its usual members."""
        ...
    def adrop_pass_sample_sized(self, pass_0: Any, size: int, seed: int, number: int, rows: int, x: Any, y: Any) -> None:
        """Initialise a pass of each phase with its usual members."""
        ...
    def adrop_pass_mean_sized(self, pass_0: Any, size: int, rows: int, x: Any, y: Any) -> None:
        """Initialise a pass of each phase with its usual members."""
        ...
    def adrop_dropout_forward(self, d: Any, pass_1: Any) -> int:
        """ADROP_ESHAPE if rows or shard do not fit the site, ADROP_EINVAL if a required array is missing.

        A backward belongs to the last forward of its shard, which must have been in phase train with the
        same seed, step, rows, row numbers and array x. The shard's state is replaced by any forward,
        used up by a backward (so add the dy of two losses first), and invalidated by calls that change
        the layer: finish_step, set_strength, load. Any other backward returns ADROP_EINVAL and writes
        nothing."""
        ...
    def adrop_dropout_backward(self, d: Any, pass_1: Any) -> int:
        """ADROP_ESHAPE if rows or shard do not fit the site, ADROP_EINVAL if a required array is missing.

        A backward belongs to the last forward of its shard, which must have been in phase train with the
        same seed, step, rows, row numbers and array x. The shard's state is replaced by any forward,
        used up by a backward (so add the dy of two losses first), and invalidated by calls that change
        the layer: finish_step, set_strength, load. Any other backward returns ADROP_EINVAL and writes
        nothing."""
        ...
    def adrop_dropout_set_strength(self, d: Any, strength: float) -> int:
        """The strength of the technique from now on, in [0, 1]; initially 1. A fixed rate is multiplied by
        it; for other techniques the mask m becomes 1 + strength (m - 1), in every phase. 0: y = x, or
        the plain product. Extra losses are also multiplied by it. This allows early or late dropout
        (docs/training.md). The strength is not saved in files. ADROP_EINVAL out of range,
        ADROP_ENOMEM."""
        ...
    def adrop_dropout_extra_loss(self, d: Any, pass_1: Any) -> float:
        """The loss that the technique adds per step (0 for most), of the passes since the last call. Its
        gradient is added to the layer's gradients and, where the technique penalises the following
        weights (concrete with a length scale), to pass->dweight and dbias. pass may be NULL where
        weights are not needed. NaN if they are needed and missing, or if the pass is invalid."""
        ...
    def adrop_dropout_n_params(self, d: Any) -> int:
        """The learned parameters and their gradients, n of each (0: the technique learns nothing). They
        live as long as the layer."""
        ...
    def adrop_dropout_params(self, d: Any) -> int | None:
        """The learned parameters and their gradients, n of each (0: the technique learns nothing). They
        live as long as the layer."""
        ...
    def adrop_dropout_grads(self, d: Any) -> int | None:
        """The learned parameters and their gradients, n of each (0: the technique learns nothing). They
        live as long as the layer."""
        ...
    def adrop_dropout_zero_grads(self, d: Any) -> None:
        """The learned parameters and their gradients, n of each (0: the technique learns nothing). They
        live as long as the layer."""
        ...
    def adrop_dropout_finish_step(self, d: Any) -> None:
        """Call after the optimiser has moved the parameters: updates the running averages from the passes
        of this step, and clamps parameters to their ranges."""
        ...
    def adrop_dropout_replaces_product(self, d: Any) -> int:
        """1 if y is (rows, outputs)."""
        ...
    def adrop_dropout_moments_sized(self, d: Any, unit: int, pre: float, moments: Any, size: int) -> int:
        """unit is in [0, n). pre is the unit's pre-activation, for techniques whose distribution depends on
        it (standout). Information dropout reports its average noise level, advanced dropout with
        unit=sample an average row."""
        ...
    def adrop_dropout_rate(self, d: Any) -> float:
        """The average rate over all units."""
        ...
    def adrop_dropout_density(self, d: Any, unit: int, pre: float, m: float, pdf: Any, cdf: Any) -> None:
        """Density of the continuous part and distribution function (atoms included) of that distribution at
        m; either pointer may be NULL."""
        ...
    def adrop_dropout_save(self, d: Any, path: Text | Array[c_char] | None) -> int:
        """Parameters and running averages as a safetensors file, with the technique's full text in its
        metadata. Saving replaces the file atomically and refuses values that are not finite. Loading
        fails and changes nothing unless every tensor is present with its shape and finite values."""
        ...
    def adrop_dropout_load(self, d: Any, path: Text | Array[c_char] | None) -> int:
        """Parameters and running averages as a safetensors file, with the technique's full text in its
        metadata. Saving replaces the file atomically and refuses values that are not finite. Loading
        fails and changes nothing unless every tensor is present with its shape and finite values."""
        ...
    def adrop_summarize_sized(self, n: int, x: Any, summary: Any, size: int) -> None:
        """Of n values; all NaN for n == 0 or if a value is not finite. Sums are of differences from the
        first value, so a small standard deviation about a large mean keeps its digits."""
        ...
    def adrop_t_test_sized(self, ctx: Any, kind: int, side: int, nx: int, x: Any, ny: int, y: Any, level: float, r: Any, size: int) -> int:
        """Student's t tests. level is the level of the interval, such as 0.95.

        If there is no variance, the standard error is 0, t is infinite and the interval is the
        difference itself; p is 0, or 1 if the difference has the wrong sign. If the means are also
        equal, t is 0 and p is its usual value for t = 0: 1 two-sided and 1/2 one-sided. For Welch, df is
        then n - 1 of the smaller group, its lower bound.

        ADROP_EINVAL for n < 2, paired with nx != ny, a level outside (0, 1), values that are
        not finite; ADROP_ENUMERIC if the differences overflow."""
        ...
    def adrop_t_test_summary_sized(self, ctx: Any, kind: int, side: int, x: Any, y: Any, level: float, r: Any, size: int) -> int:
        """The same from n, mean and std (n - 1), as in published tables; other members are ignored. Not
        paired."""
        ...
    def adrop_hedges_g(self, ctx: Any, kind: int, nx: int, x: Any, ny: int, y: Any, g: Any) -> int:
        """Hedges' g: the difference of means in pooled standard deviations (paired: in standard deviations
        of the differences), times Gamma(f/2) / (sqrt(f/2) Gamma((f-1)/2)), which removes the bias for f
        = nx + ny - 2 (n - 1) degrees of freedom. Welch and pooled give the same. Without any variance it
        is infinite, or 0 if the means are equal. NaN for two pairs: the factor is undefined for f = 1.
        Errors as above."""
        ...
    def adrop_holm(self, ctx: Any, n: int, p: Any, adjusted: Any) -> int:
        """Holm's step-down adjustment of n p-values: if every comparison with adjusted <= alpha is called a
        difference, the probability of any false call is at most alpha. NaN (no test) is not counted and
        stays NaN. adjusted may be p. ADROP_EINVAL for a p outside [0, 1]."""
        ...
    def adrop_wilcoxon_sized(self, ctx: Any, side: int, n: int, x: Any, y: Any, r: Any, size: int) -> int:
        """Wilcoxon's signed-rank test of n pairs. Differences of zero are dropped, and equal ones get their
        average rank; statistic is the sum of the ranks of positive differences. Exact up to 200
        differences, including ties; beyond that by the normal distribution, with corrections for ties
        and continuity. If all differences are zero, p is 1."""
        ...
    def adrop_rank_sum_sized(self, ctx: Any, side: int, nx: int, x: Any, ny: int, y: Any, r: Any, size: int) -> int:
        """The Wilcoxon-Mann-Whitney rank-sum test, for unpaired runs; statistic is U, the number of pairs
        (i, j) with x[i] > y[j], ties counted as halves. Exact, given the ties, up to 63 runs in both
        groups (more if one is small: while it takes at most 1e8 additions); beyond that by the normal
        distribution, with corrections for ties and continuity."""
        ...
    def adrop_sign_flip_sized(self, ctx: Any, side: int, n: int, x: Any, y: Any, seed: int, r: Any, size: int) -> int:
        """Sign-flip (permutation) test of the mean of n paired differences, which is statistic. Exact for n
        <= 20, over all 2^n signs; otherwise with 100,000 random ones, a pure function of the seed, and p
        = (1 + number at least as extreme) / 100,001. Sums that differ by less than 1e-12 of the sum of
        x - y| count as equal."""
        ...
    def adrop_effectiveness(self, n: int, a: Any, t: Any, a0: float, t0: float, s1: Any, s2: Any, s1_norm: Any, s2_norm: Any) -> None:
        """------------------------------------------------------------------------
        The accuracy that a technique gains for its additional time (the paper's ratios). Row i has
        accuracy a[i] in percent and t[i] seconds per epoch; a0 and t0 are those without dropout:

            s1 = sigmoid(a - a0) / sigmoid((t - t0) / t0)
            s2 = ((a - a0) / a0) / ((t - t0) / t0)

        and *_norm = (s - min) / (max - min) over the n rows. Omit the run without dropout, or give NaN
        for it; otherwise s1 = 1 and s2 = 0/0 would take part. s2 is undefined for t <= t0 (and for a0 =
        0) and is NaN there; s1 is defined. NaN rows are excluded from min and max; if these are equal,
        the norm is NaN. All NaN unless t0 > 0. Any output may be NULL."""
        ...
    def adrop_t_cdf(self, df: float, t: float) -> float:
        """------------------------------------------------------------------------
        Student's t distribution, for real df > 0 (infinite: the normal), and the normal distribution. sf
        is 1 - cdf without cancellation. Small probabilities keep their digits: relative errors are below
        1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1. NaN outside."""
        ...
    def adrop_t_sf(self, df: float, t: float) -> float:
        """------------------------------------------------------------------------
        Student's t distribution, for real df > 0 (infinite: the normal), and the normal distribution. sf
        is 1 - cdf without cancellation. Small probabilities keep their digits: relative errors are below
        1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1. NaN outside."""
        ...
    def adrop_t_quantile(self, df: float, p: float) -> float:
        """------------------------------------------------------------------------
        Student's t distribution, for real df > 0 (infinite: the normal), and the normal distribution. sf
        is 1 - cdf without cancellation. Small probabilities keep their digits: relative errors are below
        1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1. NaN outside."""
        ...
    def adrop_normal_cdf(self, z: float) -> float:
        """------------------------------------------------------------------------
        Student's t distribution, for real df > 0 (infinite: the normal), and the normal distribution. sf
        is 1 - cdf without cancellation. Small probabilities keep their digits: relative errors are below
        1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1. NaN outside."""
        ...
    def adrop_normal_quantile(self, p: float) -> float:
        """------------------------------------------------------------------------
        Student's t distribution, for real df > 0 (infinite: the normal), and the normal distribution. sf
        is 1 - cdf without cancellation. Small probabilities keep their digits: relative errors are below
        1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1. NaN outside."""
        ...
    def adrop_confusion(self, ctx: Any, n: int, classes: int, truth: Any, predicted: Any, counts: Any) -> int:
        """counts (classes, classes): one row per true class, one column per predicted class."""
        ...
    def adrop_class_scores(self, classes: int, counts: Any, precision: Any, recall: Any, f1: Any) -> None:
        """Per class, from those counts: precision TP / (TP + FP), recall TP / (TP + FN), and their harmonic
        mean F1 = 2 TP / (2 TP + FP + FN). NaN where the divisor is 0. Any output may be NULL."""
        ...
    def adrop_score_sets_sized(self, ctx: Any, n: int, classes: int, p: Any, truth: Any, counts: Any, scores: Any, size: int) -> int: ...
    def adrop_top_k(self, ctx: Any, n: int, classes: int, p: Any, truth: Any, k: int, share: Any) -> int:
        """The share of rows whose true class is among the k most probable; ties go to the smaller class
        number. The result is 1 if k is at least the number of classes."""
        ...
    def adrop_score_probabilities_sized(self, ctx: Any, n: int, classes: int, p: Any, truth: Any, scores: Any, size: int) -> int: ...
    def adrop_detect_sized(self, ctx: Any, n: int, score: Any, positive: Any, level: float, d: Any, size: int) -> int: ...
    def adrop_detect_compare_sized(self, ctx: Any, n: int, a: Any, a_positive: Any, b: Any, b_positive: Any, level: float, resamples: int, seed: int, d: Any, size: int) -> int: ...
    def adrop_reliability(self, ctx: Any, kind: int, bins: int, n: int, p: Any, hit: Any, confidence: Any, share: Any, rows: Any, ece: Any, largest: Any) -> int:
        """Confidences p (n) in [0, 1] and hits (n, 0 or 1), binned: mean confidence, share of hits and
        number of rows per bin (bins; NaN, NaN, 0 for an empty one); the expected calibration error, the
        mean over rows of |share - confidence| of their bin; and the largest such difference. Any output
        may be NULL."""
        ...
    def adrop_class_calibration(self, ctx: Any, kind: int, bins: int, n: int, classes: int, p: Any, truth: Any, per_class: Any, mean: Any) -> int:
        """The calibration error of each class, p[., k] against [truth = k], and the mean over classes.
        per_class (classes) may be NULL."""
        ...
    def adrop_temperature_fit(self, ctx: Any, n: int, classes: int, log_p: Any, truth: Any, temperature: Any) -> int:
        """Temperature scaling (Guo et al. 2017): p' = softmax(log p / T). T in [0.01, 100] minimises the
        negative log-likelihood on calibration rows. log_p (n, classes) may be logits or
        log-probabilities."""
        ...
    def adrop_temperature_apply(self, n: int, classes: int, log_p: Any, temperature: float, p: Any) -> None:
        """Temperature scaling (Guo et al. 2017): p' = softmax(log p / T). T in [0.01, 100] minimises the
        negative log-likelihood on calibration rows. log_p (n, classes) may be logits or
        log-probabilities."""
        ...
    def adrop_select_sized(self, ctx: Any, n: int, confidence: Any, loss: Any, risk: Any, s: Any, size: int) -> int:
        """confidence (n), loss (n, at least 0; for example 1 for a wrong class). Rows of equal confidence
        are averaged over their random orders. risk (n), or NULL: the mean loss of the i + 1 most
        confident rows. aurc is the mean of risk, augrc the mean of risk[i] (i + 1) / n."""
        ...
    def adrop_score_values_sized(self, ctx: Any, n: int, y: Any, mean: Any, scores: Any, size: int) -> int: ...
    def adrop_score_gaussian_sized(self, ctx: Any, n: int, y: Any, mean: Any, std: Any, scores: Any, size: int) -> int: ...
    def adrop_interval_coverage(self, ctx: Any, n: int, y: Any, mean: Any, std: Any, m: int, levels: Any, shares: Any) -> int:
        """The share of y within the central interval of each of m levels, such as 0.9; and the share of y
        at or below the quantile of each of m levels, for a calibration curve."""
        ...
    def adrop_quantile_coverage(self, ctx: Any, n: int, y: Any, mean: Any, std: Any, m: int, levels: Any, shares: Any) -> int:
        """The share of y within the central interval of each of m levels, such as 0.9; and the share of y
        at or below the quantile of each of m levels, for a calibration curve."""
        ...
    def adrop_conformal_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_conformal_options(self) -> Any:
        """Its option table (option.h): all but seed, for which any value is valid."""
        ...
    def adrop_conformal_fit(self, ctx: Any, opts: Any, n: int, classes: int, p: Any, truth: Any, rows: Any, threshold: Any) -> int:
        """The threshold: the ceil((n + 1) level)-th smallest score of n calibration rows; infinite (every
        set contains all classes) if that is more than n. rows (n) are row numbers, the addresses of the
        random parts; NULL: 0, 1, ..."""
        ...
    def adrop_conformal_sets(self, ctx: Any, opts: Any, threshold: float, n: int, classes: int, p: Any, rows: Any, member: Any) -> int:
        """Sets for n rows: member (n, classes) is 0 or 1. For rows that are exchangeable with those of the
        fit, the expected share of sets that contain the truth is ceil((n_fit + 1) level) / (n_fit + 1),
        if sets may be empty and no two scores are equal. APS and RAPS draw a part of a class, so their
        scores differ; LAC scores are equal where probabilities are. Where rows of the fit and of this
        call have the same numbers, use another seed than for the fit."""
        ...
    def adrop_conformal_fit_values(self, ctx: Any, level: float, n: int, y: Any, mean: Any, std: Any, threshold: Any) -> int:
        """Regression: the same quantile of |y - mean| / std; the interval is mean +- threshold std. std
        NULL: 1. Rows with std 0 have an infinite score unless y = mean."""
        ...
    def adrop_comm_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_comm_options(self) -> Any:
        """Its option table (option.h): comm and timeout. stop and user have no rows."""
        ...
    def adrop_comm_open(self, ctx: Any, opts: Any, out: Any) -> int:
        """Join the job. *out is NULL if there is no job, or if it has one rank. From then on, models and
        trainers made in ctx share their work among the ranks. One adrop_comm at a time per process.

        ADROP_EINVAL for an unknown word. ADROP_ENETWORK if the plug-in is missing or cannot be loaded,
        or if the ranks cannot be reached."""
        ...
    def adrop_comm_close(self, comm: Any, code: int) -> None:
        """Leave the job. code is the program's exit code, 0 on success. If a rank does not answer, all
        processes of the job exit here with this code. NULL is fine."""
        ...
    def adrop_comm_rank(self, comm: Any) -> int:
        """0 and 1 for NULL."""
        ...
    def adrop_comm_ranks(self, comm: Any) -> int:
        """0 and 1 for NULL."""
        ...
    def adrop_comm_library(self, comm: Any) -> Text | None:
        """"Open MPI v4.1.4", .."""
        ...
    def adrop_comm_host(self, comm: Any, rank: int) -> Text | None:
        """The host of a rank."""
        ...
    def adrop_comm_speaks(self, comm: Any) -> int:
        """1 if this rank should report an error to the user, so that it is reported once. This is rank 0,
        unless rank 0 was lost; 1 for NULL."""
        ...
    def adrop_comm_measure_sized(self, ctx: Any, comm: Any, numbers: int, cost: Any, size: int) -> int:
        """Measured cost of communication: the minimum of several measurements. All ranks call it."""
        ...
    def adrop_model_opts_init_sized(self, opts: Any, size: int) -> None:
        """mlp:800,800 with advanced dropout on 784 inputs and 10 classes, batch 256."""
        ...
    def adrop_model_options(self) -> Any:
        """Its option table (option.h): all but the texts model and dropout, which are required, and seed,
        for which any value is valid."""
        ...
    def adrop_model_create(self, ctx: Any, opts: Any, out: Any) -> int:
        """ADROP_ENOENT or ADROP_EINVAL for an unknown model or technique, settings out of range or a
        precision that this CPU lacks; ADROP_ESHAPE for inputs too small for the network or a width that
        leaves a layer empty; ADROP_ENOMEM, with the size, if it does not fit into memory."""
        ...
    def adrop_model_free(self, m: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_model_plan(self, m: Any, rows: int) -> int:
        """Plan operations and memory for calls with this number of rows; otherwise the first such call
        does. ADROP_ESHAPE if rows is 0 or above the options' batch."""
        ...
    def adrop_batch_train_sized(self, b: Any, size: int, step: int, rows: int, x: Any, labels: Any) -> None:
        """A batch for training, or for a forward only: sets the members that it needs and zeroes the
        others."""
        ...
    def adrop_batch_input_sized(self, b: Any, size: int, pass_2: int, rows: int, x: Any) -> None:
        """A batch for training, or for a forward only: sets the members that it needs and zeroes the
        others."""
        ...
    def adrop_model_forward(self, m: Any, phase: int, b: Any) -> int:
        """Forward in any phase."""
        ...
    def adrop_model_outputs(self, m: Any) -> int | None:
        """The outputs of the last forward (or gradients): (rows, outputs). Valid until the next. NULL
        before the first, and after one that failed."""
        ...
    def adrop_model_loss(self, m: Any, b: Any, loss: Any) -> int:
        """The data loss of the outputs of the last forward, for the same number of rows; it may be infinite
        or NaN where outputs are. ADROP_EINVAL if there was no forward, or, naming the row, if a label is
        not a class or a target is not finite."""
        ...
    def adrop_model_backward_sized(self, m: Any, b: Any, losses: Any, size: int) -> int:
        """Loss and gradients, after a forward in phase train on the same batch (step, rows, row numbers, x
        or the values of sparse rows). ADROP_EINVAL if that was not the last pass, or if the model has
        changed since. With several shards use adrop_model_gradients, which processes them one by one."""
        ...
    def adrop_model_backward_from(self, m: Any, b: Any, dy: Any, dx: Any, extra: Any) -> int:
        """The same for a loss of the caller, given by its gradient dy, (rows, outputs), after a forward in
        phase train on the same batch. The parameters' gradients are those of the caller's loss plus what
        techniques and penalties add; *extra, unless NULL, is the latter's loss. dx, (rows, channels,
        height, width) or NULL, receives the gradient of the inputs, so a network may be part of another.
        The batch needs no labels or targets. ADROP_EINVAL if there was no such forward, if dx is given
        without input_gradient in the options, or with several shards; ADROP_ENUMERIC if dy is not
        finite."""
        ...
    def adrop_model_gradients_sized(self, m: Any, b: Any, losses: Any, size: int) -> int:
        """forward, loss and backward, shard by shard. Gradients are those of data + extra. ADROP_ENUMERIC
        names a row whose input is not finite, as does a forward in phase train, unless the options have
        no_finite_check. Like adrop_model_backward, it also returns ADROP_ENUMERIC if the loss is not
        finite; *losses then has that value."""
        ...
    def adrop_optimizer_name(self, i: int) -> Text | None:
        """The optimisers, by index from 0; NULL past the last."""
        ...
    def adrop_optimizer_summary(self, i: int) -> Text | None:
        """The optimisers, by index from 0; NULL past the last."""
        ...
    def adrop_model_optimizer(self, m: Any, text: Text | Array[c_char] | None) -> int:
        """Choose the optimiser: "sgd:momentum=0.9", "adam". Its state starts at zero."""
        ...
    def adrop_rates_init_sized(self, rates: Any, size: int) -> None:
        """lr 0.01, weight decay 5e-4; dropout_lr 1e-4, dropout_decay 0; no clipping."""
        ...
    def adrop_model_step(self, m: Any, rates: Any, norm: Any) -> int:
        """One optimiser step, followed by updates of running averages and ranges. *norm, unless NULL,
        receives the gradient's norm, which is computed only for clip or norm. ADROP_EINVAL for rates out
        of range. ADROP_ENUMERIC, naming the tensor, if a gradient is not finite; nothing is changed
        then. With no_finite_check in the model's options, only a norm that is computed is checked."""
        ...
    def adrop_response_init_sized(self, response: Any, size: int) -> None:
        """lr 0.01, horizon 10, step 0.2, reach 0.1, not ahead, with noise."""
        ...
    def adrop_model_response(self, m: Any, b: Any, other: Any, response: Any, moved: Any) -> int:
        """The parameters of `advanced-cross` (`adrop list techniques`) do not follow the gradient of the
        loss, because at fixed weights noise only increases the loss. They follow the loss on other
        training rows after a step on these rows. In a program's own loop, about every eighth step:

            adrop_model_response(m, &b, &other, &opts, NULL);   // before the gradients of the step
            adrop_model_gradients(m, &b, &loss);
            adrop_model_step(m, &r, NULL);

        b is the batch of the step; other is a batch of other rows with the same step number, and its
        noise has its own addresses. The call makes three passes. Weights, running averages and the
        optimiser's state do not change. Gradients are overwritten; those of the parameters that moved
        are the response's. r_drop of the batches is ignored.

        Nothing moves, and *moved (unless NULL) is 0, in a network without such a technique, at strength
        0, with fewer than 8 rows in either batch, before the first step of adam, and where a loss or a
        gradient is not finite. ADROP_EINVAL if no optimiser was chosen or a setting is out of range, and
        the errors of adrop_model_gradients; the weights are then unchanged."""
        ...
    def adrop_model_n_tensors(self, m: Any) -> int: ...
    def adrop_model_tensor_sized(self, m: Any, i: int, info: Any, size: int) -> int:
        """Tensor i: a listing."""
        ...
    def adrop_model_get(self, m: Any, i: int, values: Any) -> int:
        """Copy values or gradients out, or values in, (n), in PyTorch's layout. ADROP_EINVAL for an index
        out of range, and for the gradients of buffers, which have none. ADROP_ENUMERIC if a new value is
        not finite."""
        ...
    def adrop_model_get_gradient(self, m: Any, i: int, values: Any) -> int:
        """Copy values or gradients out, or values in, (n), in PyTorch's layout. ADROP_EINVAL for an index
        out of range, and for the gradients of buffers, which have none. ADROP_ENUMERIC if a new value is
        not finite."""
        ...
    def adrop_model_set(self, m: Any, i: int, values: Any) -> int:
        """Copy values or gradients out, or values in, (n), in PyTorch's layout. ADROP_EINVAL for an index
        out of range, and for the gradients of buffers, which have none. ADROP_ENUMERIC if a new value is
        not finite."""
        ...
    def adrop_model_view_sized(self, m: Any, name: Text | Array[c_char] | None, view: Any, size: int) -> int:
        """The view of the tensor with this name. The pointer is valid as long as the model; it shows the
        model's current values, which change during a step or a load. ADROP_ENOENT if no tensor has the
        name; ADROP_EINVAL for the weights of convolutions and of layers that read sparse rows, which
        have another layout: copy them with adrop_model_get. *view is all zero after a failure."""
        ...
    def adrop_model_save(self, m: Any, path: Text | Array[c_char] | None) -> int:
        """The model as a safetensors file: its tensors with checksums and, in the metadata, its description
        (model and dropout texts, where dropout is applied, shape, outputs, loss, schema), so the file
        alone is enough to restore it. It contains no date, path, host or number of threads: equal models
        give equal files. ADROP_ENUMERIC, naming the tensor, if a value is not finite; the old file is
        then kept."""
        ...
    def adrop_model_write(self, m: Any, bytes: Any, size: Any) -> int:
        """The bytes of that file; *bytes is freed with adrop_free."""
        ...
    def adrop_model_load(self, m: Any, path: Text | Array[c_char] | None) -> int:
        """Load the values of a file or a checkpoint into a model of the same form. Fails, and changes
        nothing, unless every tensor is present with its shape and finite values. A model without dropout
        ("none") also accepts a file trained with a technique that is the identity in phase mean: the
        technique's own tensors are skipped, which is logged; other techniques are ADROP_EINVAL. Files of
        older versions, without metadata, are accepted."""
        ...
    def adrop_model_file_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_model_file_options(self) -> Any:
        """Its option table (option.h): batch and precision. dropout is a text, or NULL."""
        ...
    def adrop_model_open_file(self, ctx: Any, path: Text | Array[c_char] | None, opts: Any, out: Any) -> int:
        """Create the model stored in a file, a checkpoint or a buffer with the bytes of one. opts may be
        NULL: the defaults. ADROP_EIO if the file cannot be read; ADROP_EFORMAT, with file, field and
        reason, if its contents are invalid or do not say which model they hold. Files are not trusted:
        the network is checked against the tensors present before memory is allocated. *out is NULL after
        a failure."""
        ...
    def adrop_model_read(self, ctx: Any, bytes: Any, size: int, opts: Any, out: Any) -> int:
        """Create the model stored in a file, a checkpoint or a buffer with the bytes of one. opts may be
        NULL: the defaults. ADROP_EIO if the file cannot be read; ADROP_EFORMAT, with file, field and
        reason, if its contents are invalid or do not say which model they hold. Files are not trusted:
        the network is checked against the tensors present before memory is allocated. *out is NULL after
        a failure."""
        ...
    def adrop_model_schema(self, m: Any) -> Text | None:
        """The meaning of raw rows and outputs, as JSON: shape, transforms, names of classes and columns,
        the target's units. A trainer sets it from its data, a file stores it, a predictor
        (adrop/predict.h) reads it. NULL: none. The text is valid until it is set again."""
        ...
    def adrop_model_set_schema(self, m: Any, json: Text | Array[c_char] | None) -> int:
        """The meaning of raw rows and outputs, as JSON: shape, transforms, names of classes and columns,
        the target's units. A trainer sets it from its data, a file stores it, a predictor
        (adrop/predict.h) reads it. NULL: none. The text is valid until it is set again."""
        ...
    def adrop_model_network(self, m: Any, text: Any) -> int:
        """The network as a text, "net:conv out=64 ..; ..", which creates the same network again, with the
        same tensors, initial weights and noise (docs/networks.md has its grammar). Free *text with
        adrop_free."""
        ...
    def adrop_model_describe_sized(self, m: Any, info: Any, size: int) -> None: ...
    def adrop_model_layer_sized(self, m: Any, i: int, info: Any, size: int) -> int: ...
    def adrop_model_clock(self, m: Any, on: int) -> int:
        """Start or stop the clock that accumulates the times of layers; starting resets them to 0."""
        ...
    def adrop_model_dropout_name(self, m: Any, i: int) -> Text | None:
        """The techniques in the network, by index: the distribution of a unit's mask and the mean rate, as
        in adrop/dropout.h."""
        ...
    def adrop_model_dropout_rate(self, m: Any, i: int) -> float:
        """The techniques in the network, by index: the distribution of a unit's mask and the mean rate, as
        in adrop/dropout.h."""
        ...
    def adrop_model_dropout_extra(self, m: Any, i: int) -> float:
        """The loss that technique i added in the last adrop_model_gradients, adrop_model_backward or
        adrop_model_backward_from (extra of adrop_losses is the sum over techniques, plus R-Drop's); 0
        before the first. NaN if there is no technique i."""
        ...
    def adrop_model_dropout_moments_sized(self, m: Any, i: int, unit: int, moments: Any, size: int) -> int:
        """The loss that technique i added in the last adrop_model_gradients, adrop_model_backward or
        adrop_model_backward_from (extra of adrop_losses is the sum over techniques, plus R-Drop's); 0
        before the first. NaN if there is no technique i."""
        ...
    def adrop_model_dropout_average_sized(self, m: Any, i: int, moments: Any, size: int) -> int:
        """The same numbers averaged over the units, as in an epoch line."""
        ...
    def adrop_model_dropout_density(self, m: Any, i: int, n: int, density: Any) -> int:
        """The mask density of technique i, if more is learned than mu and sigma, as with map=spline:
        density[k] is the mass in [k / n, (k + 1) / n] times n, averaged over the units. 0 if there is no
        such technique, or it learns no more."""
        ...
    def adrop_model_set_dropout_strength(self, m: Any, strength: float) -> int:
        """Set the strength of the techniques in the dropout layers from now on, in [0, 1], as
        adrop_dropout_set_strength does. A model's file stores it. ADROP_EINVAL, ADROP_ENOMEM."""
        ...
    def adrop_model_dropout_strength(self, m: Any) -> float:
        """Set the strength of the techniques in the dropout layers from now on, in [0, 1], as
        adrop_dropout_set_strength does. A model's file stores it. ADROP_EINVAL, ADROP_ENOMEM."""
        ...
    def adrop_peak_gflops(self, ctx: Any, rounds: int, gflops: Any) -> int:
        """The reference for the speed of a step: GFLOP per second of float matrix products on the context's
        threads, the best of `rounds` rounds over 256 x 800 x 800 and 1024^3."""
        ...
    def adrop_architecture_count(self) -> int: ...
    def adrop_architecture_at_sized(self, i: int, info: Any, size: int) -> int: ...
    def adrop_graph_create(self, ctx: Any, out: Any) -> int:
        """Create a graph without layers. *out is NULL after a failure, here as in all calls that create
        one."""
        ...
    def adrop_graph_free(self, g: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_graph_add(self, g: Any, name: Text | Array[c_char] | None, layer: Text | Array[c_char] | None, from_3: Text | Array[c_char] | None) -> int:
        """Add a layer: its kind and settings, "conv 16 3 pad=1" or "conv out=16 kernel=3 pad=1". name is
        the prefix of its tensors ("a.weight") and the name by which later layers refer to it; NULL: its
        kind and number. from names the earlier layers that it reads, "a, b"; "input" is the network's
        input; NULL: the previous layer. "maps channels-last", before the first layer, is not a layer but
        sets the memory order of maps. The texts are copied. ADROP_ENOENT or ADROP_EINVAL for an unknown
        kind, setting or input, with the nearest known name; the graph is then unchanged."""
        ...
    def adrop_graph_read(self, ctx: Any, text: Text | Array[c_char] | None, out: Any) -> int:
        """The layers of a "net:.." text, or of a YAML file, "net.yaml". ADROP_EFORMAT names file, line,
        layer and reason; ADROP_EIO if the file cannot be read."""
        ...
    def adrop_graph_of(self, ctx: Any, opts: Any, out: Any) -> int:
        """The layers of any model: opts->model may be a built-in architecture, "vgg16:width=0.5". Only the
        options model, dropout, dropout_at, the input's shape and outputs are read. A model made from the
        graph with the same options is the same, bit for bit; the graph also works with other sizes of
        inputs and outputs. Layers that use the technique of the options become `dropout` without a
        technique."""
        ...
    def adrop_graph_count(self, g: Any) -> int:
        """The number of layers, without the input."""
        ...
    def adrop_graph_layer_sized(self, g: Any, i: int, info: Any, size: int) -> int:
        """Layer i, from 1 to count: a listing. The text lives as long as the graph."""
        ...
    def adrop_graph_text(self, g: Any, text: Any) -> int:
        """The graph as a text for adrop_model_opts.model, "net:..", and as a YAML file. Free them with
        adrop_free."""
        ...
    def adrop_graph_yaml(self, g: Any, yaml: Any) -> int:
        """The graph as a text for adrop_model_opts.model, "net:..", and as a YAML file. Free them with
        adrop_free."""
        ...
    def adrop_text_options(self) -> Any:
        """Its option table (option.h): every member is a row."""
        ...
    def adrop_split_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_split_options(self) -> Any:
        """The option table of adrop_split_opts (option.h)."""
        ...
    def adrop_arrays_init_sized(self, arrays: Any, size: int) -> None: ...
    def adrop_data_from_arrays(self, ctx: Any, arrays: Any, opts: Any, out: Any) -> int:
        """Create a data set from rows in memory; opts may be NULL for the defaults. ADROP_EINVAL for
        missing or inconsistent arrays, values that are not finite, labels out of range, settings that do
        not fit, and an empty training part; *out is NULL after a failure.

        The contents of the arrays have a checksum (adrop_data_file_at: one entry with the name,
        XXH3_64bits), by which a run recognises its rows, as it does files."""
        ...
    def adrop_data_view(self, ctx: Any, base: Any, opts: Any, out: Any) -> int:
        """The same rows, split and scaled in another way; they are shared, not copied. Parts given with the
        rows stay, and so do values fitted for a model that was read. opts may be NULL for the defaults;
        adrop_data_split returns the options of base. A view and its base are freed in any order, and by
        any thread if their allocators allow it."""
        ...
    def adrop_data_split_sized(self, data: Any, opts: Any, size: int) -> None:
        """How a data set was split and scaled."""
        ...
    def adrop_data_free(self, data: Any) -> None:
        """NULL is fine. Free its batches first."""
        ...
    def adrop_data_describe_sized(self, data: Any, info: Any, size: int) -> None:
        """The texts live as long as the data."""
        ...
    def adrop_data_rows(self, data: Any, part: int, n: Any) -> int | None:
        """The rows of a part in ascending order, n of them; NULL and 0 for an invalid part."""
        ...
    def adrop_data_class_name(self, data: Any, label: int) -> Text | None:
        """"cat"; a table's column, "" if it has no header. NULL past the last."""
        ...
    def adrop_data_column_name(self, data: Any, column: int) -> Text | None:
        """"cat"; a table's column, "" if it has no header. NULL past the last."""
        ...
    def adrop_data_column_at_sized(self, data: Any, i: int, column: Any, size: int) -> int:
        """The columns of a table in file order, inputs or not: a listing, 0 past the last."""
        ...
    def adrop_data_row_name(self, data: Any, row: int) -> Text | None:
        """The name of a row: its value in the column `id` of a table; its file name if images were opened
        for prediction (adrop_run_open_inputs); NULL if rows have only numbers."""
        ...
    def adrop_data_row_line(self, data: Any, row: int) -> int:
        """The line number of a row in a text file, from 1; known if a table was opened for prediction. 0:
        unknown."""
        ...
    def adrop_data_label(self, data: Any, row: int) -> int:
        """The answer of one row. The label is -1 for regression (and for a class that is unknown to a run:
        adrop_run_open_inputs). The target is NaN for classification, and otherwise in its own units. -1
        and NaN past the last row."""
        ...
    def adrop_data_target(self, data: Any, row: int) -> float:
        """The answer of one row. The label is -1 for regression (and for a class that is unknown to a run:
        adrop_run_open_inputs). The target is NaN for classification, and otherwise in its own units. -1
        and NaN past the last row."""
        ...
    def adrop_data_target_at(self, data: Any, row: int, target: int) -> float:
        """The same for one of several targets, from 0; NaN past the last."""
        ...
    def adrop_data_target_name(self, data: Any, target: int) -> Text | None:
        """The name of a target, or of what the classes describe; NULL if it has none."""
        ...
    def adrop_data_has_class(self, data: Any, row: int, label: int) -> int:
        """1 if a row has the class; 0 past the last row or class. For rows with several classes,
        adrop_data_label is the first, or 0."""
        ...
    def adrop_data_row(self, ctx: Any, data: Any, row: int, x: Any) -> int:
        """x (channels, height, width), scaled, without augmentation. ADROP_EINVAL for a row out of range;
        ADROP_EFORMAT or ADROP_EIO if decoding fails. ctx is the calling thread's."""
        ...
    def adrop_data_pixels(self, ctx: Any, data: Any, row: int, pixels: Any) -> int:
        """The row's unscaled bytes, (channels, height, width); ADROP_EINVAL if rows are not bytes."""
        ...
    def adrop_data_moments(self, data: Any, channel: int, mean: Any, deviation: Any) -> None:
        """The mean and standard deviation of a channel or column over the training rows, in units of the
        scaled input before standardisation (pixels: p / top); NaN unless the input scale is standard,
        and past the last channel."""
        ...
    def adrop_batches_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_batches_options(self) -> Any:
        """Its option table (option.h): all but seed, for which any value is valid, and the flags of
        augment."""
        ...
    def adrop_batches_create(self, ctx: Any, data: Any, opts: Any, out: Any) -> int:
        """opts may be NULL for the defaults. ctx is the calling thread's: it receives messages and
        allocates, also in later calls, and must outlive the batches. ADROP_EINVAL for an empty part,
        augmentation of data that are not images, or settings out of range. Batches depend only on the
        seed, the epoch and the part, not on workers or ahead. With workers, images that are decoded on
        use allocate from the context's allocator in several threads at once."""
        ...
    def adrop_batches_free(self, batches: Any) -> None:
        """Stops the workers. NULL is fine."""
        ...
    def adrop_batches_count(self, batches: Any) -> int:
        """The number of batches in an epoch."""
        ...
    def adrop_batches_begin(self, batches: Any, epoch: int, first: int) -> int:
        """Start an epoch at one of its batches: 0, or where a run was interrupted."""
        ...
    def adrop_batches_next_sized(self, batches: Any, batch: Any, size: int) -> int:
        """The next batch of the epoch. Returns an error status if a file cannot be decoded."""
        ...
    def adrop_batches_peek_sized(self, batches: Any, batch: Any, size: int) -> int:
        """The batch that adrop_batches_next will return next; the last one returned stays valid. At the end
        of an epoch, the first batch of the same epoch again. Otherwise, a batch is prepared only once.
        ADROP_EINVAL unless the options have peeks."""
        ...
    def adrop_trainer_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_trainer_options(self) -> Any: ...
    def adrop_trainer_create(self, ctx: Any, data: Any, model: Any, opts: Any, out: Any) -> int:
        """Create a trainer with its own model. Of the model's options, only model, dropout, dropout_at,
        shards, precision and direct are used; shape, outputs, loss, batch, n_train and seed come from
        the data and opts. opts may be NULL: the defaults. The data must outlive the trainer. They are
        only read, and may be shared with trainers in other contexts.

        ADROP_EINVAL for settings that contradict each other or do not fit the data; ADROP_ENOMEM, with
        the required and available sizes, if memory is insufficient; and the errors of
        adrop_model_create. *out is NULL after a failure."""
        ...
    def adrop_trainer_create_on(self, ctx: Any, data: Any, model: Any, opts: Any, out: Any) -> int:
        """The same with an existing model, starting from its weights. The model is borrowed: it must
        outlive the trainer and belong to the same context. Its optimiser, schema and no_finite_check are
        replaced. The batch is at most the model's. ADROP_ESHAPE if its inputs or outputs do not match
        the data."""
        ...
    def adrop_trainer_free(self, t: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_trainer_model(self, t: Any) -> int | None: ...
    def adrop_trainer_data(self, t: Any) -> int | None: ...
    def adrop_trainer_hooks_init_sized(self, hooks: Any, size: int) -> None: ...
    def adrop_trainer_watch(self, t: Any, hooks: Any) -> int:
        """Set the hooks from now on; NULL: none."""
        ...
    def adrop_trainer_step_sized(self, t: Any, step: Any, size: int) -> int:
        """One optimiser step on the next batch. After the last step of an epoch, the next call starts the
        next epoch without evaluation, unless adrop_trainer_epoch was called in between.

        ADROP_ENUMERIC if the loss or an input is not finite (the message names the step, and the layer
        or the row); the weights are then those before the step. ADROP_EINVAL if all epochs are done."""
        ...
    def adrop_trainer_epoch_sized(self, t: Any, epoch: Any, size: int) -> int:
        """The remaining steps of the epoch, and its evaluation on validation and test rows. ADROP_EINTR if
        stop ended it early; the steps done are kept, and the next call continues.

        With keep_best, the last call gives the model the weights of the best epoch; those of the last
        epoch are kept, and saved, for continuing the training with more epochs."""
        ...
    def adrop_trainer_run(self, t: Any) -> int:
        """All remaining epochs. ADROP_EINTR as above."""
        ...
    def adrop_trainer_is_done(self, t: Any) -> int:
        """1 if all epochs are done, or patience ran out."""
        ...
    def adrop_trainer_evaluate_sized(self, t: Any, part: int, score: Any, size: int) -> int: ...
    def adrop_trainer_describe_sized(self, t: Any, info: Any, size: int) -> None: ...
    def adrop_trainer_save(self, t: Any, path: Text | Array[c_char] | None) -> int:
        """Write everything needed to resume with the same bits to one file, which is replaced atomically:
        weights, the optimiser's state, the state of training, the settings. It can also be opened as a
        model (adrop/model.h, adrop/predict.h). ADROP_EDISK if the disk is full."""
        ...
    def adrop_trainer_resume(self, t: Any, path: Text | Array[c_char] | None) -> int:
        """Resume from a checkpoint, in a trainer created in the same way. ADROP_EFORMAT for a file that is
        not a checkpoint, is damaged, or belongs to another model. ADROP_EINVAL, naming the setting, if
        one that affects the result differs (epochs, patience and workers may). Nothing is changed on
        failure."""
        ...
    def adrop_units_create(self, m: Any, out: Any) -> int:
        """The units of a model's network. Use them with that model only, and free them before it."""
        ...
    def adrop_units_free(self, units: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_units_count(self, units: Any) -> int: ...
    def adrop_unit_at_sized(self, units: Any, i: int, unit: Any, size: int) -> int:
        """Unit i: a listing, by layer, then by channel."""
        ...
    def adrop_model_compact(self, m: Any, units: Any, char: int, keep: Any, out: Any) -> int:
        """A network without the units whose byte of keep is 0, with the values of the rest. It computes
        what the full network computes after adrop_model_clear_units, except for rounding of sums. It is
        an ordinary model: adrop_model_network describes its layers, and it can be saved, trained, and
        compacted again. ADROP_EINVAL, naming the layer, if a layer would have no units left."""
        ...
    def adrop_model_clear_units(self, m: Any, units: Any, char: int, keep: Any) -> int:
        """Set everything that belongs to the removed units to zero: incoming and outgoing weights, biases,
        scale and shift of batch norms, and the techniques' parameters. The network keeps its size."""
        ...
    def adrop_model_keep_zeros(self, m: Any, zeros: Any) -> int:
        """From now on, zero weights of dense layers and convolutions stay zero in every adrop_model_step:
        their gradients are set to zero, so momentum and decay do not change them. *zeros, unless NULL,
        receives their number. Call it before the first step of an optimiser; each call finds the zeros
        again."""
        ...
    def adrop_model_sparse_weights(self, m: Any, weights: int, layers: Any) -> int:
        """Apply this in phases mean and sample from now on, until weights are set, loaded or trained, which
        switches it off. *layers, unless NULL, receives the number of dense layers affected. It is off in
        a new model, and auto in opened predictors (adrop/predict.h) and runs (adrop/train.h), unless
        their options say otherwise. In bf16 it affects no layer."""
        ...
    def adrop_criterion_at_sized(self, i: int, info: Any, size: int) -> int:
        """Criterion i: a listing."""
        ...
    def adrop_choose_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_choose_options(self) -> Any:
        """Its option table (option.h): all but criterion, which must be given, and data."""
        ...
    def adrop_units_choose(self, m: Any, units: Any, opts: Any, char: int, keep: Any, removed: Any) -> int:
        """Choose the units to keep: keep, one byte per unit, is 0 for round(rate / 100 * units) of them, or
        for that share of each layer. The last unit of a layer always stays. *removed, unless NULL,
        receives the number of removed units. ADROP_ENOENT for an unknown criterion, ADROP_EINVAL if it
        cannot rank this model's units."""
        ...
    def adrop_weights_choose(self, m: Any, opts: Any, removed: Any) -> int:
        """The same for single nonzero weights of dense layers and convolutions: removed weights are set to
        zero."""
        ...
    def adrop_predictor_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_predictor_options(self) -> Any:
        """Its option table (option.h): all but dropout, which is a text, or NULL."""
        ...
    def adrop_predictor_open(self, ctx: Any, path: Text | Array[c_char] | None, opts: Any, out: Any) -> int:
        """Open a run directory (its model or, if it is not done, its newest valid checkpoint), a file, or a
        buffer with the bytes of one. opts may be NULL: the defaults. ADROP_EIO if it cannot be read;
        ADROP_EFORMAT, with file, field and reason, if it is invalid. *out is NULL after a failure."""
        ...
    def adrop_predictor_read(self, ctx: Any, bytes: Any, size: int, opts: Any, out: Any) -> int:
        """Open a run directory (its model or, if it is not done, its newest valid checkpoint), a file, or a
        buffer with the bytes of one. opts may be NULL: the defaults. ADROP_EIO if it cannot be read;
        ADROP_EFORMAT, with file, field and reason, if it is invalid. *out is NULL after a failure."""
        ...
    def adrop_predictor_create(self, ctx: Any, model: Any, out: Any) -> int:
        """Use a model in memory, which is borrowed and must outlive the predictor. Its schema
        (adrop_model_schema) defines the raw rows; without one, rows are the network's inputs and values
        its outputs."""
        ...
    def adrop_predictor_share(self, p: Any, ctx: Any, out: Any) -> int:
        """Another predictor with the same weights, for another thread with its own context. p must not be
        in use during the call. Afterwards the two share only read-only data, and may be freed in any
        order, and by any thread if the allocator of p's context allows it. A borrowed model must not be
        trained in the meantime. ADROP_EINVAL if the contexts have different numbers of threads and the
        network's layout depends on them."""
        ...
    def adrop_predictor_free(self, p: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_predictor_describe_sized(self, p: Any, info: Any, size: int) -> None: ...
    def adrop_predictor_class_name(self, p: Any, i: int) -> Text | None:
        """NULL past the last, and where there are no names."""
        ...
    def adrop_predictor_column_name(self, p: Any, i: int) -> Text | None:
        """NULL past the last, and where there are no names."""
        ...
    def adrop_predictor_target_name(self, p: Any, i: int) -> Text | None:
        """NULL past the last, and where there are no names."""
        ...
    def adrop_predictor_word(self, p: Any, column: int, i: int) -> Text | None:
        """Word i of a column, whose raw values are word numbers; NULL past the last, and for numeric
        columns."""
        ...
    def adrop_predictor_model(self, p: Any) -> int | None: ...
    def adrop_predictor_terms(self, p: Any, n: int, terms: Any, weights: Any) -> int:
        """For a model of documents, the n terms with the strongest weight for each output, strongest first:
        terms (outputs, n), valid as long as the predictor, NULL where there are fewer; and their weights
        (outputs, n). The weights are those of the layer that reads the terms; with hidden layers, the
        sum over all paths as if every unit were active. ADROP_EINVAL for other models, for features that
        keep no terms (hash:B), and for a network that is not a chain of dense layers."""
        ...
    def adrop_predictor_predict(self, p: Any, n: int, rows: Any, row_numbers: Any, samples: int, mean: Any, std: Any) -> int:
        """Predictions for n raw rows (n, channels, height, width). mean (n, outputs): probabilities of the
        classes, or values in the target's units. std (n, outputs), or NULL: their standard deviations
        over `samples` noisy passes. With samples 0, or a model without a random layer: one pass without
        noise, and std is zero. row_numbers (n) are the addresses of the noise; NULL: 0, 1, ...

        ADROP_ENUMERIC, naming the row, for an input or an output that is not finite. Inputs are checked
        before anything is written; after a later failure (an output, memory), mean and std hold NaN.
        Bytes are for models of pixels: ADROP_EINVAL otherwise. Floats with the same values give the same
        bits."""
        ...
    def adrop_predictor_predict_bytes(self, p: Any, n: int, rows: Any, row_numbers: Any, samples: int, mean: Any, std: Any) -> int:
        """Predictions for n raw rows (n, channels, height, width). mean (n, outputs): probabilities of the
        classes, or values in the target's units. std (n, outputs), or NULL: their standard deviations
        over `samples` noisy passes. With samples 0, or a model without a random layer: one pass without
        noise, and std is zero. row_numbers (n) are the addresses of the noise; NULL: 0, 1, ...

        ADROP_ENUMERIC, naming the row, for an input or an output that is not finite. Inputs are checked
        before anything is written; after a later failure (an output, memory), mean and std hold NaN.
        Bytes are for models of pixels: ADROP_EINVAL otherwise. Floats with the same values give the same
        bits."""
        ...
    def adrop_sample_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_sample_options(self) -> Any:
        """Its option table (option.h): every member is a row."""
        ...
    def adrop_predictor_sample(self, p: Any, opts: Any, n: int, rows: Any, row_numbers: Any, out: Any) -> int:
        """adrop_predictor_predict with these measures. ADROP_EINVAL for samples of a model without a random
        layer."""
        ...
    def adrop_predictor_draw(self, p: Any, opts: Any, n: int, rows: Any, row_numbers: Any, out: Any, passes: Any) -> int:
        """The passes of adrop_predictor_predict with the same number of samples: same noise, same bits. Its
        mean is m_S of m_k = m_(k - 1) + (draw_k - m_(k - 1)) / k, from 0. opts as for
        adrop_predictor_sample, except by_moments, which has no passes; NULL: the defaults.

        *passes (may be NULL) is S: opts->samples; 1 without samples or without a random layer; at most
        the number of members of a technique with fixed masks. draws is packed for that S.

        Also ADROP_EINVAL if draws and quantiles are both NULL, and for an at[i] out of range.
        ADROP_ENUMERIC as adrop_predictor_predict; after a later failure the arrays hold NaN."""
        ...
    def adrop_raw_rows_init_sized(self, rows: Any, size: int) -> None: ...
    def adrop_predictor_predict_rows(self, p: Any, rows: Any, samples: int, mean: Any, std: Any) -> int:
        """adrop_predictor_predict, _sample and _draw for such rows. Also ADROP_EINVAL, naming row and
        field, for invalid rows, and for a form that the model does not read."""
        ...
    def adrop_predictor_sample_rows(self, p: Any, opts: Any, rows: Any, out: Any) -> int:
        """adrop_predictor_predict, _sample and _draw for such rows. Also ADROP_EINVAL, naming row and
        field, for invalid rows, and for a form that the model does not read."""
        ...
    def adrop_predictor_draw_rows(self, p: Any, opts: Any, rows: Any, out: Any, passes: Any) -> int:
        """adrop_predictor_predict, _sample and _draw for such rows. Also ADROP_EINVAL, naming row and
        field, for invalid rows, and for a form that the model does not read."""
        ...
    def adrop_export_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_export_options(self) -> Any:
        """Its option table (option.h): format and samples."""
        ...
    def adrop_model_export(self, m: Any, opts: Any, path: Text | Array[c_char] | None) -> int:
        """Write the file atomically. opts may be NULL: the defaults. The memory needed is that of the
        largest tensor. ADROP_EINVAL, naming what can be exported, for samples of a technique that cannot
        be expressed in a graph or of a network without noise; ADROP_ENUMERIC, naming the tensor, for
        weights that are not finite; ADROP_EDISK if the file cannot be written."""
        ...
    def adrop_model_import(self, ctx: Any, path: Text | Array[c_char] | None, opts: Any, out: Any) -> int:
        """Create the model of an ONNX file, freed with adrop_model_free; opts may be NULL. A file from
        adrop_model_export restores the model bit for bit. Any other file becomes a network of layers
        with its weights and without a schema; adrop_model_network returns its text. ADROP_EFORMAT for an
        invalid file; ADROP_EINVAL, naming them, for nodes that no layer computes."""
        ...
    def adrop_calibration_open(self, ctx: Any, run: Text | Array[c_char] | None, model: Any, samples: int, out: Any) -> int:
        """Open the calibration of the run in a folder, for predictions of `model` with `samples` passes.
        ADROP_EINVAL, with the cure, if the run was not calibrated, was calibrated with another number of
        passes, or if its model has changed since. ADROP_EFORMAT, with file, field and reason, if the
        file is damaged."""
        ...
    def adrop_calibration_free(self, c: Any) -> None:
        """Open the calibration of the run in a folder, for predictions of `model` with `samples` passes.
        ADROP_EINVAL, with the cure, if the run was not calibrated, was calibrated with another number of
        passes, or if its model has changed since. ADROP_EFORMAT, with file, field and reason, if the
        file is damaged."""
        ...
    def adrop_calibration_describe_sized(self, c: Any, info: Any, size: int) -> None: ...
    def adrop_calibration_sets(self, c: Any, kind: int, level: float, n: int, p: Any, rows: Any, member: Any) -> int:
        """Prediction sets for n rows with probabilities p (n, classes): member (n, classes) is 0 or 1;
        level is in (0, 1). rows (n) are the addresses of the random numbers of APS and RAPS; NULL: 0, 1,
        ... With fewer calibration rows than the level needs, every set contains all classes.
        ADROP_EINVAL for regression."""
        ...
    def adrop_calibration_sets_with(self, c: Any, opts: Any, n: int, p: Any, rows: Any, member: Any) -> int:
        """The same with options: kind, level, and whether sets may be empty (adrop_conformal_opts; NULL:
        the defaults). penalty and free must have their defaults, which the calibration used;
        ADROP_EINVAL otherwise. The seed is the calibration's own."""
        ...
    def adrop_calibration_intervals(self, c: Any, level: float, n: int, mean: Any, std: Any, low: Any, high: Any) -> int:
        """Intervals for n values: mean +- a multiple of the total standard deviation (passes and noise).
        Infinite with fewer calibration rows than the level needs. ADROP_EINVAL for classes."""
        ...
    def adrop_calibration_threshold(self, c: Any, level: float, threshold: Any) -> int:
        """The threshold behind the sets and intervals of a level, for programs that compute them elsewhere
        (adrop_export_opts): the largest LAC score, 1 - probability, or the multiple of the standard
        deviation. Infinite with fewer calibration rows than the level needs. ADROP_EINVAL for a level
        that is not between 0 and 1."""
        ...
    def adrop_data_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_data_opts_split_sized(self, opts: Any, split_opts: Any, size: int) -> None:
        """The splitting and scaling part of the options. A view (rows.h) with these, of a data set that was
        opened with otherwise equal options (except `split` of uci sets), equals opening it with
        `opts`."""
        ...
    def adrop_data_options(self) -> Any:
        """The option table of adrop_data_opts (option.h), for command lines and files."""
        ...
    def adrop_data_open(self, ctx: Any, opts: Any, out: Any) -> int:
        """Read a data set. ADROP_ENOENT for an unknown name, or a known one whose files are not found;
        ADROP_EIO for files that cannot be read; ADROP_EFORMAT for files with invalid contents;
        ADROP_EINVAL for settings that do not fit the data. *out is NULL after a failure."""
        ...
    def adrop_data_n_files(self, data: Any) -> int:
        """The files that were read: path, length and XXH3_64bits of each. A folder of images has too many
        files to list and is one entry: xxh3 is a sum over the names and lengths of all files, contents
        one over the names, lengths and bytes of the images (0 for other formats). A listing of
        adrop_data_n_files entries."""
        ...
    def adrop_data_file_at_sized(self, data: Any, i: int, file: Any, size: int) -> int:
        """The files that were read: path, length and XXH3_64bits of each. A folder of images has too many
        files to list and is one entry: xxh3 is a sum over the names and lengths of all files, contents
        one over the names, lengths and bytes of the images (0 for other formats). A listing of
        adrop_data_n_files entries."""
        ...
    def adrop_known_data_at_sized(self, i: int, known: Any, size: int) -> int:
        """The known names and the formats: two listings."""
        ...
    def adrop_known_data_find(self, ctx: Any, name: Text | Array[c_char] | None, data_dir: Text | Array[c_char] | None, path: Text | Array[c_char] | None, size: int) -> int:
        """Where a known set would be read from, truncated to size; "" if it is built in. ADROP_ENOENT if
        the name is unknown or none of its places exists."""
        ...
    def adrop_data_format_at_sized(self, i: int, format: Any, size: int) -> int: ...
    def adrop_data_verify(self, ctx: Any, set: Text | Array[c_char] | None, path: Text | Array[c_char] | None, verdict: Any) -> int:
        """set is a known name; the file's own name selects the checksum."""
        ...
    def adrop_unpack(self, ctx: Any, archive: Text | Array[c_char] | None, folder: Text | Array[c_char] | None) -> int:
        """Extract an archive (tar or zip, compressed or not) into a folder, which is created. Existing
        files are never replaced: ADROP_EEXIST. Paths that leave the folder, links, devices and bombs are
        refused."""
        ...
    def adrop_launch_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_launch_options(self) -> Any: ...
    def adrop_launch_rank(self, ranks: Any) -> int:
        """The index of this process among those started together, and their number, from the environment of
        mpirun, srun or a Slurm job array. 0 and 1 if it is alone."""
        ...
    def adrop_launch_open(self, ctx: Any, opts: Any, out: Any) -> int:
        """Workers for the runs of calls that get them (`launch` of their hooks). ADROP_EEXIST if another
        program is the head of this folder; ADROP_EINVAL for mpi if only one process was started, and for
        invalid options of slurm. Slurm jobs are submitted when there is a run to train. *out is NULL for
        local, and after a failure."""
        ...
    def adrop_launch_close(self, launch: Any) -> None:
        """Stop the workers; those that are training save a checkpoint first. NULL is fine."""
        ...
    def adrop_launch_script(self, ctx: Any, opts: Any, command: Text | Array[c_char] | None, text: Any) -> int:
        """A script for sbatch that runs a whole experiment as a job array, whose first job is the head.
        command: what each job runs, in shell syntax. Freed with adrop_free."""
        ...
    def adrop_worker_run(self, ctx: Any, folder: Text | Array[c_char] | None, number: int, session: Text | Array[c_char] | None, stop: Any, user: Any) -> int:
        """Act as worker `number` of the experiment in folder until the head reports that all is done.
        session: the id that the head gave; NULL: any head. stop is called often (NULL: never); nonzero
        saves and ends, with ADROP_EINTR. ADROP_ENETWORK if no head has been seen for ten minutes."""
        ...
    def adrop_worker_at_sized(self, ctx: Any, folder: Text | Array[c_char] | None, i: int, info: Any, size: int) -> int:
        """Worker i of the experiment in folder, while there is a head: a listing. Workers that have not
        started yet (a queued Slurm job) have no host."""
        ...
    def adrop_train_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_train_options(self) -> Any: ...
    def adrop_train_hooks_init_sized(self, hooks: Any, size: int) -> None: ...
    def adrop_train_sized(self, ctx: Any, data: Any, train: Any, hooks: Any, result: Any, size: int) -> int:
        """ADROP_EINTR if stop asked for it, with the result so far. ADROP_EINVAL for settings that
        contradict each other or differ from those of the run to be resumed (the message says which).
        ADROP_EEXIST for an existing run without resume, or one that another program is working on.
        ADROP_ENUMERIC if the loss is not finite (the message names layer and step, and says whether a
        checkpoint exists). ADROP_EDISK if a file cannot be written (the old checkpoint stays).
        ADROP_ENOMEM, with the required and available sizes, before the first step if memory is
        insufficient. Also the errors of opening the data and creating the model."""
        ...
    def adrop_train_on_sized(self, ctx: Any, data: Any, opts: Any, train: Any, hooks: Any, result: Any, size: int) -> int:
        """The same on open data, which are only read: several runs, in their own contexts, may share them.
        opts are the options with which they were opened, for the record; NULL: they come from no file,
        and the record has the contents of adrop_data_describe and adrop_data_split. A run can only be
        resumed on its own rows, recognised by the checksum of the arrays, in the same parts:
        ADROP_EFORMAT and ADROP_EINVAL otherwise."""
        ...
    def adrop_train_resolve(self, ctx: Any, data: Any, train: Any) -> int:
        """Fill in the settings that depend on the data, as adrop_train does, and check that they are
        consistent: the settings of a run before it begins."""
        ...
    def adrop_train_settings_sized(self, ctx: Any, path: Text | Array[c_char] | None, data: Any, data_size: int, train: Any, train_size: int) -> int:
        """The settings with which a run was started, from its run.json, over the defaults: pass them to
        adrop_train with resume, and possibly more epochs, to resume it. Their texts, including
        data->data, live as long as the context. The data directory is not part of a record. ADROP_EIO or
        ADROP_EFORMAT if there is no run."""
        ...
    def adrop_run_open(self, ctx: Any, path: Text | Array[c_char] | None, data: Text | Array[c_char] | None, data_dir: Text | Array[c_char] | None, out: Any) -> int:
        """Read run.json and model.safetensors (or, for an unfinished run, the newest valid checkpoint), and
        a data set to test on: data, or the run's own if it is NULL. Rows are processed like the training
        rows: with the run's settings, its means and standard deviations, its class numbers (matched by
        name), and targets in its units. run.json stores all of these, so the run's own data need not be
        present if data is another set; runs of older versions lack them, and their own data are read.
        ADROP_ESHAPE for rows of another shape, ADROP_EINVAL for a class that the run does not know.
        data_dir is the folder of known sets."""
        ...
    def adrop_run_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_run_options(self) -> Any:
        """Its option table (option.h): all but data and data_dir, which are texts, or NULL."""
        ...
    def adrop_run_open_with(self, ctx: Any, path: Text | Array[c_char] | None, opts: Any, out: Any) -> int:
        """adrop_run_open and adrop_run_open_inputs in one. The run's own data must match its record (unless
        all rows are opened as inputs): the same files with the same checksums, at their recorded place
        or, if that is gone, at the path as typed. ADROP_EFORMAT names the file that changed, is missing
        or was added."""
        ...
    def adrop_run_open_on(self, ctx: Any, path: Text | Array[c_char] | None, data: Any, opts: Any, out: Any) -> int:
        """The same with open rows, in memory or from files: processed like the run's training rows, with
        classes and words matched by name. The parts are those of data. If these are the run's own data
        (adrop_run_has_own_data), the parts are those of the run: ADROP_EINVAL if neither the split of
        data nor the run's settings give them. data and data_dir of opts are ignored. The run makes a
        view of data, which may then be freed. ADROP_EINVAL for columns with other names, and for missing
        values if the run was trained without."""
        ...
    def adrop_run_has_own_data(self, run: Any) -> int:
        """1 if the data are those that the run was trained on, in the same files or equal copies. They then
        include its training rows."""
        ...
    def adrop_run_has_changed_data(self, run: Any) -> int:
        """1 if the run's own data differ from those it was trained on; only possible if that was
        allowed."""
        ...
    def adrop_run_open_inputs(self, ctx: Any, path: Text | Array[c_char] | None, data: Text | Array[c_char] | None, data_dir: Text | Array[c_char] | None, all: int, out: Any) -> int:
        """adrop_run_open for rows to predict, with any classes: adrop_data_label is -1 for one that the run
        does not know. all: all rows, without the run's splits and limits."""
        ...
    def adrop_run_free(self, run: Any) -> None:
        """adrop_run_open for rows to predict, with any classes: adrop_data_label is -1 for one that the run
        does not know. all: all rows, without the run's splits and limits."""
        ...
    def adrop_run_model(self, run: Any) -> int | None: ...
    def adrop_run_data(self, run: Any) -> int | None: ...
    def adrop_run_setting(self, run: Any, key: Text | Array[c_char] | None) -> Text | None: ...
    def adrop_run_evaluate_sized(self, run: Any, part: int, result: Any, size: int, n: Any) -> int:
        """Results on a part, without noise, in the members test_*; n rows."""
        ...
    def adrop_run_predict(self, run: Any, n: int, x: Any, row_numbers: Any, samples: int, mean: Any, deviation: Any) -> int:
        """Predictions for rows (n, inputs as scaled by the data set): probabilities of the classes, or
        values in the target's units, (n, outputs), and their standard deviation over `samples` noisy
        passes. samples 0: one pass without noise, standard deviations 0. row_numbers are the addresses
        of the noise. `deviation` may be NULL."""
        ...
    def adrop_compare_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_compare_options(self) -> Any: ...
    def adrop_compare_create(self, ctx: Any, opts: Any, data: Any, train: Any, out: Any) -> int:
        """Plan a comparison: open each data set once, check every technique and network, and find the
        finished runs in the folder. model, dropout, seed, out and resume of train are ignored.
        ADROP_EINVAL if a technique, network or data set is listed twice, if data sets have different
        tasks, or if the folder was made with other settings (the message names them). Runs, techniques,
        networks and data sets may be added to an existing folder."""
        ...
    def adrop_compare_on(self, ctx: Any, opts: Any, n: int, data: Any, split: Any, train: Any, out: Any) -> int:
        """The same with n open data sets, whose rows are shared. Each is known by its name, which must be
        unique; `data` of opts is ignored. split says how all are split; NULL: as they are, which must be
        the same for all. The seeds of splits are those of the runs. A folder can only be continued with
        the same rows: data sets from arrays are recognised by a checksum of their contents. Workers
        (adrop/launch.h) cannot access such rows: ADROP_EINVAL."""
        ...
    def adrop_compare_free(self, c: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_compare_run_at_sized(self, c: Any, i: int, run: Any, size: int) -> int:
        """Run i of the plan, choices first: a listing."""
        ...
    def adrop_compare_estimate(self, c: Any, seconds: Any) -> int:
        """Time a few steps of every cell with runs left, and estimate the seconds that the rest of the plan
        takes, allowing for jobs."""
        ...
    def adrop_compare_group_at_sized(self, c: Any, i: int, group: Any, size: int) -> int:
        """Group i: a listing."""
        ...
    def adrop_compare_settings(self, c: Any) -> Any:
        """Its settings, with the baseline resolved; and its context."""
        ...
    def adrop_compare_ctx(self, c: Any) -> int | None:
        """Its settings, with the baseline resolved; and its context."""
        ...
    def adrop_compare_techniques(self, ctx: Any, from_1: Any, to: Any) -> int:
        """Expand `dropout` of the settings into single techniques: a comma separates names without
        settings, "all" means every technique, and none means "advanced"."""
        ...
    def adrop_compare_hooks_init_sized(self, hooks: Any, size: int) -> None: ...
    def adrop_compare_go(self, c: Any, hooks: Any) -> int:
        """Do the runs that are left. A run that fails is reported and skipped; the others continue.
        ADROP_EINTR if stop asked for it; everything done so far is in the folder."""
        ...
    def adrop_compare_time(self, c: Any, hooks: Any) -> int:
        """Time training steps: for each data set and network, the techniques take turns with a block of
        steps each, timing_rounds times. The machine should be otherwise idle. The result is timing.json;
        an existing one that covers all techniques is kept."""
        ...
    def adrop_compare_table(self, c: Any, metric: int) -> int:
        """Make the table from the runs that are done."""
        ...
    def adrop_compare_row_at_sized(self, c: Any, i: int, row: Any, size: int) -> int:
        """Row i of the table: a listing. Texts and arrays live until the table is made again."""
        ...
    def adrop_compare_metric(self, c: Any) -> Text | None:
        """"test_acc", "test_rmse", "best_test_acc", "test_top5": the metric of the table."""
        ...
    def adrop_compare_less_is_better(self, c: Any) -> int:
        """1 if smaller values are better."""
        ...
    def adrop_options_read_sized(self, ctx: Any, table: Any, dst: Any, dst_size: int, path: Text | Array[c_char] | None) -> int:
        """Set fields from a flat YAML file of `key: value` lines. Unknown and repeated keys, nested values
        and files over 1 MiB are errors that name file and line."""
        ...
    def adrop_figure_kind_name(self, i: int) -> Text | None:
        """The kinds of panels, by index from 0: the name, and what the points of a series mean ("line":
        points (x, y), joined in order). NULL past the last. `adrop list figures` prints them."""
        ...
    def adrop_figure_kind_summary(self, i: int) -> Text | None:
        """The kinds of panels, by index from 0: the name, and what the points of a series mean ("line":
        points (x, y), joined in order). NULL past the last. `adrop list figures` prints them."""
        ...
    def adrop_figure_create(self, ctx: Any, title: Text | Array[c_char] | None, out: Any) -> int:
        """title may be ""."""
        ...
    def adrop_figure_free(self, f: Any) -> None:
        """title may be ""."""
        ...
    def adrop_figure_panel(self, f: Any, kind: Text | Array[c_char] | None, title: Text | Array[c_char] | None) -> None:
        """Add a panel of the named kind; title may be "". Its axes are linear and without labels."""
        ...
    def adrop_figure_axis(self, f: Any, axis: int, label: Text | Array[c_char] | None, flags: int) -> None:
        """Label an axis of the last panel, with its unit; flags are ADROP_AXIS_*. A logarithmic axis omits
        values that are not positive."""
        ...
    def adrop_figure_range(self, f: Any, axis: int, low: float, high: float) -> None:
        """The range of an axis; by default, the range of the data."""
        ...
    def adrop_figure_mark(self, f: Any, axis: int, at: float, label: Text | Array[c_char] | None) -> None:
        """A labelled line across the last panel at a value of an axis; the label may be ""."""
        ...
    def adrop_figure_series(self, f: Any, name: Text | Array[c_char] | None, style: int) -> None: ...
    def adrop_figure_point(self, f: Any, x: float, y: float) -> None:
        """The next point of the last series."""
        ...
    def adrop_figure_spread(self, f: Any, x: float, y: float, low: float, high: float) -> None:
        """The next point of the last series."""
        ...
    def adrop_figure_named(self, f: Any, name: Text | Array[c_char] | None, x: float, y: float, low: float, high: float) -> None:
        """The next point of the last series."""
        ...
    def adrop_figure_runs(self, f: Any, name: Text | Array[c_char] | None, style: int, runs: int, n: int, x: Any, values: Any) -> None:
        """A band from several runs: at each x, the mean of the runs that have a value, and one standard
        deviation (n - 1) to both sides; values (runs, n), NaN: none."""
        ...
    def adrop_figure_samples(self, f: Any, name: Text | Array[c_char] | None, style: int, n: int, values: Any, bins: int) -> None:
        """A histogram of n values in bins of equal width (at most 65,536; 0: the Freedman-Diaconis number,
        1 to 100), as a density of area 1."""
        ...
    def adrop_figure_is_empty(self, f: Any) -> int:
        """1 if it has no values."""
        ...
    def adrop_figure_look_init_sized(self, look: Any, size: int) -> None: ...
    def adrop_figure_write(self, f: Any, form: int, look: Any, text: Any) -> int:
        """The whole figure as one text, freed with adrop_free; look may be NULL."""
        ...
    def adrop_figure_css(self) -> Text | None:
        """The style sheet that a page with figures needs once."""
        ...
    def adrop_figure_save(self, f: Any, folder: Text | Array[c_char] | None, name: Text | Array[c_char] | None, look: Any) -> int:
        """Write FOLDER/NAME.svg and FOLDER/NAME.csv, each atomically; the folder is created. ADROP_EEXIST
        if such a file exists that adrop did not write."""
        ...
    def adrop_figure_save_png(self, f: Any, folder: Text | Array[c_char] | None, name: Text | Array[c_char] | None, look: Any, scale: float) -> int:
        """Write FOLDER/NAME.png, with `scale` pixels per SVG pixel, by the program rsvg-convert (Debian:
        librsvg2-bin). ADROP_ENOENT, with a message, if it is not installed."""
        ...
    def adrop_figure_save_pdf(self, f: Any, folder: Text | Array[c_char] | None, name: Text | Array[c_char] | None, look: Any) -> int:
        """Write FOLDER/NAME.pdf, one page of the size of the figure."""
        ...
    def adrop_table_create(self, ctx: Any, title: Text | Array[c_char] | None, out: Any) -> int:
        """title may be ""."""
        ...
    def adrop_table_free(self, t: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_table_column(self, t: Any, align: Text, header: Text | Array[c_char] | None) -> int:
        """Add a column, aligned 'l', 'r' or 'c'. ADROP_EINVAL once there are cells."""
        ...
    def adrop_table_rank(self, t: Any, rank: int) -> int:
        """The priority of the last column when a line is too narrow: 0, the default, is never omitted;
        otherwise the highest rank is omitted first."""
        ...
    def adrop_table_fit(self, t: Any, columns: int) -> None:
        """Limit the text styles to this many terminal columns; 0, the default: no limit. Columns with a
        rank are omitted, and a note names them; if that is not enough, each row is written as lines of
        "header  cell"."""
        ...
    def adrop_table_rule(self, t: Any) -> int:
        """A rule before the next row, between groups of rows. ADROP_EINVAL within a row."""
        ...
    def adrop_table_write(self, t: Any, style: int, ascii: int, text: Any) -> int:
        """The whole table as one text, freed with adrop_free. ascii: the text styles write "+-" for "±" and
        '?' for other non-ASCII characters; other styles ignore it. ADROP_EINVAL if the last row lacks
        cells."""
        ...
    def adrop_document_create(self, ctx: Any, title: Text | Array[c_char] | None, out: Any) -> int:
        """title may be "". It is the first line for people; JSON and CSV omit it."""
        ...
    def adrop_document_free(self, d: Any) -> None:
        """title may be "". It is the first line for people; JSON and CSV omit it."""
        ...
    def adrop_document_group(self, d: Any, key: Text | Array[c_char] | None, heading: Text | Array[c_char] | None) -> None:
        """A group of facts and other members: an object in JSON if it has a key; without a key, its members
        belong to the enclosing object. heading: a bold line above indented members; NULL: none."""
        ...
    def adrop_document_list(self, d: Any, key: Text | Array[c_char] | None, label: Text | Array[c_char] | None) -> None:
        """A list: an array in JSON; comma-separated values for people. Groups in a list have no key."""
        ...
    def adrop_document_table(self, d: Any, key: Text | Array[c_char] | None, title: Text | Array[c_char] | None, traits: int) -> None:
        """A table: an array of objects in JSON, one per row. title is a line above it; "": none; NULL: omit
        the table from text, Markdown and LaTeX. Of a table without rows, people see title and notes.
        traits are ADROP_TABLE_*."""
        ...
    def adrop_document_end(self, d: Any) -> None:
        """Close the place opened last."""
        ...
    def adrop_document_number(self, d: Any, key: Text | Array[c_char] | None, label: Text | Array[c_char] | None, x: float, unit: Text | Array[c_char] | None, digits: int) -> None:
        """unit: "", "%", "ms", .. Values that are not finite are null in JSON and "infinite" or "undefined"
        for people."""
        ...
    def adrop_document_float(self, d: Any, key: Text | Array[c_char] | None, label: Text | Array[c_char] | None, x: float) -> None:
        """A float, with 9 digits, enough to read it back."""
        ...
    def adrop_document_count(self, d: Any, key: Text | Array[c_char] | None, label: Text | Array[c_char] | None, n: int) -> None:
        """A float, with 9 digits, enough to read it back."""
        ...
    def adrop_document_text(self, d: Any, key: Text | Array[c_char] | None, label: Text | Array[c_char] | None, text: Text | Array[c_char] | None) -> None:
        """NULL gives null."""
        ...
    def adrop_document_truth(self, d: Any, key: Text | Array[c_char] | None, label: Text | Array[c_char] | None, truth: int) -> None:
        """true or false in JSON; "yes" or "no" for people."""
        ...
    def adrop_document_null(self, d: Any, key: Text | Array[c_char] | None) -> None:
        """null in JSON; nothing for people."""
        ...
    def adrop_document_vector(self, d: Any, key: Text | Array[c_char] | None, label: Text | Array[c_char] | None, n: int, x: Any) -> None:
        """An array of n numbers with 9 digits each; comma-separated for people."""
        ...
    def adrop_document_column(self, d: Any, key: Text | Array[c_char] | None, label: Text | Array[c_char] | None, align: Text, unit: Text | Array[c_char] | None, digits: int) -> None:
        """Add a column to the table, before its first cell; align is 'l', 'r' or 'c', unit and digits apply
        to its numbers."""
        ...
    def adrop_document_rank(self, d: Any, rank: int) -> None:
        """The priority of the last column when a line is too narrow: 0, the default, is never omitted;
        otherwise the highest rank is omitted first."""
        ...
    def adrop_document_columns(self, d: Any, columns: Any) -> None:
        """Several columns at once, ended by one without align; a NULL unit is ""."""
        ...
    def adrop_document_cell_number(self, d: Any, x: float) -> None:
        """The next cell of the table, row by row, or the next item of the list. Groups, lists and tables
        may also be cells and items; their key and label are then ignored."""
        ...
    def adrop_document_cell_float(self, d: Any, x: float) -> None:
        """The next cell of the table, row by row, or the next item of the list. Groups, lists and tables
        may also be cells and items; their key and label are then ignored."""
        ...
    def adrop_document_cell_count(self, d: Any, n: int) -> None:
        """9 digits, enough to read it back"""
        ...
    def adrop_document_cell_text(self, d: Any, text: Text | Array[c_char] | None) -> None:
        """9 digits, enough to read it back"""
        ...
    def adrop_document_cell_truth(self, d: Any, truth: int) -> None:
        """9 digits, enough to read it back"""
        ...
    def adrop_document_cell_null(self, d: Any) -> None:
        """9 digits, enough to read it back"""
        ...
    def adrop_document_cell_none(self, d: Any) -> None:
        """people see "-" """
        ...
    def adrop_document_rule(self, d: Any) -> None:
        """A rule before the next row of the table, and a sentence below the table."""
        ...
    def adrop_document_note(self, d: Any, text: Text | Array[c_char] | None) -> None:
        """A rule before the next row of the table, and a sentence below the table."""
        ...
    def adrop_document_around(self, d: Any, before: Text | Array[c_char] | None, after: Text | Array[c_char] | None) -> None:
        """Words before and after the value for people; JSON has only the value. Around a null, they replace
        it."""
        ...
    def adrop_document_also(self, d: Any, key: Text | Array[c_char] | None) -> None:
        """A second key for the same value, in JSON."""
        ...
    def adrop_document_differs(self, d: Any, key: Text | Array[c_char] | None, unit: Text | Array[c_char] | None, digits: int) -> None:
        """For one cell: a key, unit and digits that differ from its column's."""
        ...
    def adrop_document_mark(self, d: Any, mark: int) -> None: ...
    def adrop_document_sentence(self, d: Any, key: Text | Array[c_char] | None, text: Text | Array[c_char] | None) -> None:
        """A sentence: a paragraph for people. With a key it is also a text in JSON; in a list it is an
        item."""
        ...
    def adrop_document_warning(self, d: Any, key: Text | Array[c_char] | None, text: Text | Array[c_char] | None) -> None:
        """A sentence that people should notice."""
        ...
    def adrop_document_plain(self, d: Any, lines: Text | Array[c_char] | None) -> None:
        """Preformatted lines for a terminal, such as a drawing; only in text."""
        ...
    def adrop_document_figure(self, d: Any, key: Text | Array[c_char] | None, figure: Any) -> None:
        """A figure, which the document owns from now on, even after a failure. With a key, JSON has its
        data: an array with one object per panel."""
        ...
    def adrop_document_figure_at(self, d: Any, i: int) -> int | None:
        """Figure i of the document, in document order; NULL past the last."""
        ...
    def adrop_document_form_name(self, form: int) -> Text | None:
        """"text", "json", ..; NULL past the last."""
        ...
    def adrop_document_look_init_sized(self, look: Any, size: int) -> None: ...
    def adrop_document_write(self, d: Any, form: int, look: Any, text: Any) -> int:
        """The whole document as one text, freed with adrop_free; look may be NULL. ADROP_EINVAL if a place
        is still open or a row lacks cells."""
        ...
    def adrop_get_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_get_options(self) -> Any:
        """Its option table (option.h): the timeouts. The texts have no rows; name must be given."""
        ...
    def adrop_get_hooks_init_sized(self, hooks: Any, size: int) -> None: ...
    def adrop_data_get_sized(self, ctx: Any, opts: Any, hooks: Any, result: Any, size: int) -> int:
        """Download the files of a set to the place where it is searched for. Files that are present and as
        published are kept; a file that differs is never replaced.

        ADROP_EINTR if stop ended it: the same call resumes. ADROP_ENOENT for an unknown name, or a set
        without a published checksum or with terms of its own (the message says where to find it).
        ADROP_EINVAL for a source that is neither HTTPS nor this machine. ADROP_EEXIST if the set is
        present in another form, or another program is downloading it. ADROP_EFORMAT for a file, present
        or downloaded, that is not the published one. ADROP_ENETWORK if a transfer fails, ADROP_EDISK if
        the disk is full, ADROP_EIO for other file errors."""
        ...
    def adrop_plugin_load(self, ctx: Any, path: Text | Array[c_char] | None) -> int:
        """Register everything that a shared object defines. It stays loaded until the program ends.
        ADROP_EIO if it cannot be loaded, ADROP_EFORMAT if it has none of the functions, or no table;
        otherwise the errors of adrop_technique_register, adrop_map_register and adrop_seed_register. A
        name without a '/' is a file in the current folder: search paths are not used."""
        ...
    def adrop_record_open(self, ctx: Any, path: Text | Array[c_char] | None, out: Any) -> int:
        """ADROP_EIO or ADROP_EFORMAT if the folder contains no run; lines of metrics.jsonl that are not
        JSON are skipped. ADROP_ENOMEM. *out is NULL after a failure."""
        ...
    def adrop_record_free(self, r: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_record_state(self, r: Any) -> Text | None:
        """"done", "running", "interrupted", "failed"; "stopped": it was running, but no program is working
        on it; or "damaged": it is done, but its metrics are shorter than recorded."""
        ...
    def adrop_record_text(self, r: Any, name: Text | Array[c_char] | None) -> Text | None:
        """A value of run.json: a text, or NULL if it is not one; a number (or a text that is one, or yes
        and no as 1 and 0), or NaN if it is not one. Texts live as long as the record."""
        ...
    def adrop_record_number(self, r: Any, name: Text | Array[c_char] | None) -> float:
        """A value of run.json: a text, or NULL if it is not one; a number (or a text that is one, or yes
        and no as 1 and 0), or NaN if it is not one. Texts live as long as the record."""
        ...
    def adrop_record_setting(self, r: Any, i: int, key: Any, value: Any) -> int:
        """The name and text of setting i, in the order of the record: a listing; both NULL past the
        last."""
        ...
    def adrop_record_epochs(self, r: Any) -> int:
        """The number of epochs in metrics.jsonl, and values of epoch i, from 0."""
        ...
    def adrop_record_epoch(self, r: Any, i: int, name: Text | Array[c_char] | None) -> float:
        """The number of epochs in metrics.jsonl, and values of epoch i, from 0."""
        ...
    def adrop_record_epoch_text(self, r: Any, i: int, name: Text | Array[c_char] | None) -> Text | None:
        """The number of epochs in metrics.jsonl, and values of epoch i, from 0."""
        ...
    def adrop_records_find(self, ctx: Any, folder: Text | Array[c_char] | None, found: Any, user: Any) -> int:
        """Call found with the path of every run at or below a folder, sorted by path; links are not
        followed. The trials of a search (adrop/tune.h) are found only if `folder` is at or below their
        `trials` folder. ADROP_EIO if the folder cannot be read, ADROP_ENOMEM."""
        ...
    def adrop_prune_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_prune_options(self) -> Any: ...
    def adrop_prune_create(self, ctx: Any, opts: Any, data: Any, train: Any, out: Any) -> int:
        """Plan it: read the data, create the network, count the units of each round, and find the finished
        rounds in the folder. out and resume of train are ignored; its dropout may be "": the
        criterion's. ADROP_EINVAL, with a message, for contradictory settings, a network without hidden
        nodes, a criterion that the technique or the network does not support, rounds that would empty a
        layer or remove nothing, and a folder made with other settings. *out is NULL after a failure."""
        ...
    def adrop_prune_on(self, ctx: Any, opts: Any, data: Any, split: Any, train: Any, out: Any) -> int:
        """The same on an open data set, as adrop_compare_on. split: how its rows are split; NULL: as they
        are."""
        ...
    def adrop_prune_free(self, p: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_prune_round_at_sized(self, p: Any, i: int, round: Any, size: int) -> int:
        """Round i: a listing."""
        ...
    def adrop_prune_describe_sized(self, p: Any, info: Any, size: int) -> None: ...
    def adrop_prune_document(self, p: Any, round: int, out: Any) -> int:
        """The rounds as a document (document.h): one round or, with SIZE_MAX, all of them as a table, with
        the results by share kept once there are some."""
        ...
    def adrop_prune_hooks_init_sized(self, hooks: Any, size: int) -> None: ...
    def adrop_prune_go(self, p: Any, hooks: Any) -> int:
        """Do the rounds that are left. ADROP_EINTR if stop asked for it: the same call resumes."""
        ...
    def adrop_prune_time(self, p: Any, i: int, passes: int) -> int:
        """Measure how long round i, which must be done, takes to predict a batch and a single row, in
        alternation with round 0: the medians of `passes` passes. The result is not saved in the
        folder."""
        ...
    def adrop_tune_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_tune_options(self) -> Any: ...
    def adrop_tune_create(self, ctx: Any, opts: Any, data: Any, train: Any, out: Any) -> int:
        """Plan a search: read the data once, create and check the trials, and find the finished ones in the
        folder. seed, out and resume of train are ignored. ADROP_EINVAL, with a message, for an unknown
        key or value, empty ranges, contradictory settings, and a folder made with other settings. *out
        is NULL after a failure."""
        ...
    def adrop_tune_on(self, ctx: Any, opts: Any, data: Any, split: Any, train: Any, out: Any) -> int:
        """The same on an open data set, as adrop_compare_on. split says how its rows are split, with
        `folds` for evaluating trials, and no `fold`; NULL: as they are. Settings for reading files
        cannot be searched."""
        ...
    def adrop_tune_free(self, t: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_tune_trial_at_sized(self, t: Any, i: int, trial: Any, size: int) -> int:
        """Trial i, from 0: a listing."""
        ...
    def adrop_tune_setting_at(self, t: Any, i: int, k: int, key: Any, text: Any) -> int:
        """Setting k of trial i, in the order of `vary`, without those that do not apply; key and text live
        as long as the context. 0 past the last, and if out of memory."""
        ...
    def adrop_tune_rung_at_sized(self, t: Any, i: int, rung: Any, size: int) -> int:
        """Rung i of the plan, bracket by bracket: a listing."""
        ...
    def adrop_tune_estimate(self, t: Any, seconds_left: Any, seconds: Any) -> int:
        """Time a few steps of each network and technique, and estimate the seconds for the rest of the plan
        and for all of it, allowing for jobs."""
        ...
    def adrop_tune_hooks_init_sized(self, hooks: Any, size: int) -> None: ...
    def adrop_tune_go(self, t: Any, hooks: Any) -> int:
        """Do the runs that are left, and write tune.json. ADROP_EINTR if stop asked for it; everything done
        so far is in the folder. ADROP_ENUMERIC if no trial could be trained."""
        ...
    def adrop_tune_describe_sized(self, t: Any, result: Any, size: int) -> None: ...
    def adrop_tune_plan_document(self, t: Any, most: int, seconds_left: float, seconds: float, out: Any) -> int:
        """A search as documents (document.h): the plan, with its duration (adrop_tune_estimate; NaN:
        unknown) and the first `most` trials; and the winner with its margin, and the first `most` trials
        by epochs trained, then by result. SIZE_MAX: all, 0: none."""
        ...
    def adrop_tune_document(self, t: Any, most: int, out: Any) -> int:
        """A search as documents (document.h): the plan, with its duration (adrop_tune_estimate; NaN:
        unknown) and the first `most` trials; and the winner with its margin, and the first `most` trials
        by epochs trained, then by result. SIZE_MAX: all, 0: none."""
        ...
    def adrop_tune_json(self, t: Any, text: Any) -> int:
        """The current contents for tune.json, one line. Freed with adrop_free."""
        ...
    def adrop_uncertainty_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_uncertainty_options(self) -> Any:
        """Its option table (option.h): all but the texts (data, data_dir, ood, calibrate_on, target), each
        of which may be NULL."""
        ...
    def adrop_uncertainty_create(self, ctx: Any, n: int, runs: Any, opts: Any, hooks: Any, out: Any) -> int:
        """Of one or several runs, which must predict the same classes or values from rows of the same
        shape, and be measured on the same rows: runs with different splits need `data` that none of them
        was trained on. ADROP_EINVAL otherwise, naming the run; also ADROP_EINVAL for samples of a single
        run without a random layer (in an ensemble, such members have one pass)."""
        ...
    def adrop_uncertainty_on(self, ctx: Any, n: int, runs: Any, data: Any, ood: Any, calibrate_on: Any, opts: Any, hooks: Any, out: Any) -> int:
        """The same with open data sets instead of those named in opts; NULL: use opts. They are read as by
        adrop_run_open_on, and are not used after the call. The rows of ood are its test part; those of
        calibrate_on are all of its rows, none of which the run may have been trained on."""
        ...
    def adrop_uncertainty_free(self, u: Any) -> None: ...
    def adrop_uncertainty_store(self, ctx: Any, u: Any) -> int:
        """Save the results of calibration as RUN/calibration.json, for later predictions: the temperature
        or the noise, the scores of conformal sets, the settings of the predictions, the checksums of the
        model and of the data. Replaced atomically. ADROP_EINVAL for an ensemble, without calibration
        rows, and for predictions that adrop_predictor_predict does not make (by moments, with shared
        masks)."""
        ...
    def adrop_uncertainty_describe_sized(self, u: Any, info: Any, size: int) -> None: ...
    def adrop_uncertainty_row_sized(self, u: Any, i: int, row: Any, size: int) -> int: ...
    def adrop_uncertainty_class_name(self, u: Any, i: int) -> Text | None:
        """NULL past the last."""
        ...
    def adrop_uncertainty_confusion(self, u: Any) -> int | None:
        """(classes, classes), true by predicted; NULL for values."""
        ...
    def adrop_uncertainty_bin(self, u: Any, b: int, confidence: Any, share: Any, rows: Any) -> int:
        """Bin b of the reliability curve: mean confidence, share of correct predictions, rows; 0 past the
        last."""
        ...
    def adrop_uncertainty_compare_sized(self, ctx: Any, a: Any, b: Any, by: int, d: Any, size: int) -> int:
        """Two results on the same rows: AUROC by a score, first minus second, with a paired bootstrap."""
        ...
    def adrop_page_create(self, ctx: Any, title: Text | Array[c_char] | None, out: Any) -> int: ...
    def adrop_page_free(self, page: Any) -> None: ...
    def adrop_page_save_figures(self, page: Any, folder: Text | Array[c_char] | None) -> int:
        """Also write each figure from now on to a folder, as figure-1.svg with figure-1.csv and so on."""
        ...
    def adrop_page_add(self, page: Any, path: Text | Array[c_char] | None) -> int:
        """Add everything at or below a folder, or in an archive of one: a comparison (compare.json), a
        search (tune.json), a pruning (prune.json), runs (run.json). Missing or broken files are named on
        the page. ADROP_EIO if the path cannot be read, ADROP_EFORMAT if it contains none of these."""
        ...
    def adrop_page_add_record(self, page: Any, folder: Text | Array[c_char] | None, name: Text | Array[c_char] | None) -> int:
        """Add a record: the file FOLDER/NAME with the output of `adrop reproduce --json` or `adrop compare
        --json`. Other JSON adds nothing; a broken file is named on the page."""
        ...
    def adrop_page_section(self, page: Any, title: Text | Array[c_char] | None) -> None:
        """Content of the caller, in the order of the calls. A section gets an entry in the table of
        contents; findings appear at the top of the page."""
        ...
    def adrop_page_found(self, page: Any, sentence: Text | Array[c_char] | None) -> None:
        """Content of the caller, in the order of the calls. A section gets an entry in the table of
        contents; findings appear at the top of the page."""
        ...
    def adrop_page_missing(self, page: Any, sentence: Text | Array[c_char] | None) -> None:
        """Content of the caller, in the order of the calls. A section gets an entry in the table of
        contents; findings appear at the top of the page."""
        ...
    def adrop_page_put(self, page: Any, document: Any) -> None:
        """A document as HTML, in brief form (adrop/document.h)."""
        ...
    def adrop_page_put_picture(self, page: Any, channels: int, height: int, width: int, pixels: Any, caption: Text | Array[c_char] | None) -> None:
        """A picture of (channels, height, width), 1 or 3 channels, sides of 1 to 4096, with a caption."""
        ...
    def adrop_page_figures(self, page: Any) -> int:
        """The number of figures on the page."""
        ...
    def adrop_page_write(self, page: Any, html: Any) -> int:
        """The page, freed with adrop_free. Returns the first failure of the calls above."""
        ...
    def adrop_report_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_report_options(self) -> Any:
        """Its option table (option.h): every member is a row."""
        ...
    def adrop_report_document(self, ctx: Any, c: Any, opts: Any, out: Any) -> int:
        """Rows by data set and network, with the best and second-best mean marked; sentences. JSON has
        everything; CSV, in brief form, the rows with one column per number."""
        ...
    def adrop_report_findings(self, ctx: Any, c: Any, opts: Any, out: Any) -> int:
        """Which techniques differ from the baseline, by how much and how certainly, and what the number of
        runs is too small to show: sentence i, NULL past the last."""
        ...
    def adrop_findings_at(self, v: Any, i: int) -> Text | None:
        """Which techniques differ from the baseline, by how much and how certainly, and what the number of
        runs is too small to show: sentence i, NULL past the last."""
        ...
    def adrop_findings_free(self, v: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_report_power_at_sized(self, c: Any, i: int, power: Any, size: int) -> int:
        """Block i, in the order of the table; 0 past the last. Needs a table (adrop_compare_table)."""
        ...
    def adrop_report_add_power(self, d: Any, c: Any) -> None:
        """Add the same for all blocks to a document (document.h): a table for programs, sentences."""
        ...
    def adrop_report_plan(self, ctx: Any, c: Any, seconds: float, out: Any) -> int:
        """The plan as a document: techniques with their runs, every run for programs, and the power of the
        runs. seconds: estimated duration (adrop_compare_estimate); NaN: unknown. Also needs a table."""
        ...
    def adrop_report_save(self, ctx: Any, c: Any, opts: Any) -> int:
        """Write table.csv (with numbers), table.md, table.tex and table.json into the comparison's folder,
        each atomically."""
        ...
    def adrop_recipes_open(self, ctx: Any, data_dir: Text | Array[c_char] | None, out: Any) -> int:
        """All recipes, in the order of the paper. data_dir may be NULL."""
        ...
    def adrop_recipes_free(self, recipes: Any) -> None:
        """All recipes, in the order of the paper. data_dir may be NULL."""
        ...
    def adrop_recipes_at_sized(self, recipes: Any, i: int, info: Any, size: int) -> int:
        """Recipe i: a listing. The texts live as long as the list."""
        ...
    def adrop_recipes_machine(self, recipes: Any) -> Text | None:
        """The machine on which the hours were measured."""
        ...
    def adrop_reproduce_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_reproduce_options(self) -> Any: ...
    def adrop_reproduce_create(self, ctx: Any, label: Text | Array[c_char] | None, opts: Any, out: Any) -> int:
        """Plan it. ADROP_ENOENT for an unknown label (with the nearest), part or technique, and if all data
        sets are missing; ADROP_EINVAL for a recipe with parts that adrop does not support yet (the
        message names them)."""
        ...
    def adrop_reproduce_free(self, r: Any) -> None:
        """Plan it. ADROP_ENOENT for an unknown label (with the nearest), part or technique, and if all data
        sets are missing; ADROP_EINVAL for a recipe with parts that adrop does not support yet (the
        message names them)."""
        ...
    def adrop_reproduce_describe_sized(self, r: Any, info: Any, size: int) -> None: ...
    def adrop_reproduce_part_at_sized(self, r: Any, i: int, part: Any, size: int) -> int:
        """Part i: a listing. Recipes that train nothing have none."""
        ...
    def adrop_reproduce_go(self, r: Any, hooks: Any) -> int:
        """Do the runs that are left, part by part: adrop_compare_go, or adrop_compare_time. Progress is
        that of the current part. ADROP_EINTR if stop asked for it."""
        ...
    def adrop_reproduce_table(self, r: Any) -> int:
        """Compute the rows from the finished runs."""
        ...
    def adrop_reproduced_at_sized(self, r: Any, i: int, row: Any, size: int) -> int:
        """Row i: a listing. Texts and `ours` live until the table is made again."""
        ...
    def adrop_reproduce_verdict(self, r: Any, i: int) -> Text | None:
        """Sentence i on the paper's claim and our result, one per data set, network and column; NULL past
        the last. Lives until the table is made again."""
        ...
    def adrop_reproduce_remark(self, r: Any, i: int) -> Text | None:
        """Sentence i on known errors of the paper's table or figure as a whole; NULL past the last."""
        ...
    def adrop_reproduce_document(self, r: Any, out: Any) -> int:
        """Everything as a document: the rows, recomputed; sheets of curves by epoch (of the first run of
        every technique), of recomputed numbers of the paper, of densities; figures (in text without the
        bars of our rows beside the paper's); sentences."""
        ...
    def adrop_reproduce_example_at_sized(self, r: Any, i: int, example: Any, size: int) -> int:
        """Example i: a listing. Call adrop_reproduce_document first; lives until the table is made
        again."""
        ...

STRUCTS: dict[str, type[Structure]]
FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...], str]]
