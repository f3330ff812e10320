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
    """Every byte that the library itself takes comes from this pair; a fixed struct. The libraries it
    is built on do not know of it: oneDNN's primitives and OpenMP's threads in training, libyaml,
    Jansson, libarchive, the image decoders and libcurl around files take theirs from the C library
    (a small resnet18 makes oneDNN take about 2 MB).

    allocate  returns `size` bytes aligned to 64, or NULL; size is never 0.
    release   takes back what allocate returned; never called with NULL."""
    allocate: Any
    release: Any
    user: int | None

class adrop_ctx_opts(Structure):
    """adrop_ctx_opts of adrop/context.h

    size: sizeof(adrop_ctx_opts), set by adrop_ctx_opts_init
    allocator: both NULL: the C library's
    log: NULL: silent
    threads: at most 4096; 0: the least of the processors that the process may use, those that its control groups' quota is enough for, and OMP_NUM_THREADS; runs (adrop_train) use fewer where a step is small, and so do passes without gradients, for any number"""
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
    """The texts of a setting that may be given several times, none of them NULL or empty. A fixed
    struct, like adrop_list; { 0 } has none."""
    n: int
    text: Any

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
    """The same by functions of a program.

    size: sizeof(adrop_curve_table)
    name: small letters, digits and '-'
    summary: one line: the formula"""
    size: int
    name: Text | None
    summary: Text | None
    at: Any
    self: int | None

class adrop_atom(Structure):
    """A point of positive probability: a clamp, or 1 - exp(-max(r, 0)), has them."""
    value: float
    mass: float

class adrop_near_dists(Structure):
    """The Bernoulli and the beta distribution nearest to d, by Wasserstein's distance of order 1 (see
    below). a and b are from 0.001 to 10,000, and a distance is 0 if below 1e-10.

    p: Bernoulli: probability of a mask of 1
    bernoulli_distance: from it
    a: beta, to four digits
    b: beta, to four digits
    beta_distance: from it
    at_limit: a or b is at an end of its range: there is no best, only a limit"""
    p: float
    bernoulli_distance: float
    a: float
    b: float
    beta_distance: float
    at_limit: int

class adrop_target_info(Structure):
    """A kind of target; its settings follow it in a text, "concrete:rate=0.3".

    options: ended by a row without a name"""
    name: Text | None
    summary: Text | None
    options: Any

class adrop_ranking_opts(Structure):
    """adrop_ranking_opts of adrop/dist.h

    unit_mean: compare target and masks divided by their means, as a layer divides"""
    size: int
    unit_mean: int
    seed: Text | None
    map: Text | None

class adrop_ranking_info(Structure):
    """adrop_ranking_info of adrop/dist.h

    target: its kind with all its settings; lives as long as the ranking
    mean: of the target
    variance: of the target
    floor: no distribution on [0, 1] is nearer: E[max(target - 1, 0)]"""
    target: Text | None
    mean: float
    variance: float
    floor: float
    n_pairs: int
    unit_mean: int

class adrop_ranked(Structure):
    """A pair at its best mu and sigma.

    distance: 0 if below 1e-10, which is how well it is known
    at_limit: mu or sigma is at an end of its range: there is no best, only a limit
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
    """What a check of a technique found.

    check: what was checked, a few words
    passed: 1, or 0
    found: the worst that was found, and what is accepted
    most: the worst that was found, and what is accepted"""
    check: Text | None
    passed: int
    found: float
    most: float

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
    """The distribution of one unit's mask m, as phase sample draws it: y = x m scale.

    mean: of m
    variance: of m
    rate: 1 - E[m]; for masks of mean 1: of the Bernoulli mask with the same noise
    mu: of the model-free family; NaN for other distributions
    sigma: of the model-free family; NaN for other distributions
    level: Var[m] / E[m]^2: the variance of y / x where E[y] = x; NaN if E[m] is 0"""
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
    Tests that assume no normal distribution. Exact ones count the outcomes of equal
    probability that are as extreme; two-sided p is twice the smaller tail, at most 1.
    Ties are equal doubles: 98.3 - 98.1 and 98.2 - 98.0 are not, whereas 983 - 981 and
    982 - 980 are. ADROP_EINVAL for no values and for values that are not finite.

    least_p: the smallest p that so many values can give: above alpha, no outcome is significant
    exact: 1: p is exact; 0: an approximation, said below"""
    statistic: float
    p: float
    least_p: float
    exact: int

class adrop_set_scores(Structure):
    """Rows that may have several classes, or none: of each class (3, classes) how often it was
    predicted and true (TP), predicted alone (FP) and true alone (FN). A class is predicted where its
    probability is above one half. p and truth (0 or 1) are (n, classes).

    micro_f1: 2 TP / (2 TP + FP + FN) of the sums over classes
    macro_f1: the mean of the classes' F1, 0 for one that is neither there nor predicted
    subset_accuracy: the share of rows with exactly their classes
    nll: mean over rows and classes of the binary cross-entropy"""
    micro_f1: float
    macro_f1: float
    subset_accuracy: float
    nll: float

class adrop_probability_scores(Structure):
    """adrop_probability_scores of adrop/measure.h

    accuracy: of the most probable class, the first of equals
    nll: mean of -log p(truth); p is at least the smallest normal double
    brier: mean over rows of the sum over classes of (p - [truth])^2, in [0, 2]"""
    accuracy: float
    nll: float
    brier: float

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
    auroc: float
    standard_error: float
    low: float
    high: float
    aupr: float
    fpr95: float
    positives: int
    negatives: int

class adrop_detection_difference(Structure):
    """Two models on the same n rows: AUROC of a minus AUROC of b. Positives may differ, since two
    models err on different rows; so the interval and p come from `resamples` bootstrap samples of
    rows, drawn for both models alike: a function of the seed. Samples in which a model has no
    positive or no negative are not counted.

    p: two-sided: twice the smaller share of samples on one side of 0, at least 1/B"""
    difference: float
    low: float
    high: float
    p: float
    counted: int

class adrop_selective(Structure):
    """------------------------------------------------------------------------
    Selective prediction: what if the least confident predictions are not used?

    aurc: mean over coverage of the risk among the most confident rows
    best_aurc: of a confidence that orders rows by their loss
    augrc: mean over coverage of risk x coverage (Traub et al. 2024)"""
    aurc: float
    best_aurc: float
    augrc: float

class adrop_value_scores(Structure):
    """------------------------------------------------------------------------
    Values.

    r2: 1 - sum of squared errors / sum of squared distances of y from its mean"""
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
    penalty: of RAPS: 0.01
    free: of RAPS: 5
    seed: APS and RAPS take a random part of the last class, by row number
    may_be_empty: 0: the most probable class is in every set, and sets hold the truth with at least the probability `level`; 1: sets may be empty, and the probability is between level and level + 1 / (n + 1)"""
    size: int
    kind: int
    level: float
    penalty: float
    free: int
    seed: int
    may_be_empty: int

class adrop_comm_opts(Structure):
    """comm is "auto", the library of MPI whose mpirun has started this process, or alone; "none",
    alone; "openmpi", "mpich", or the path of a plug-in.

    size: sizeof(adrop_comm_opts), set by the init call
    timeout: seconds without an answer after which a rank is given up; 60
    stop: asked while a rank does not answer: not 0 ends the waiting; NULL"""
    size: int
    comm: Text | None
    timeout: float
    stop: Any
    user: int | None

class adrop_comm_cost(Structure):
    """What the ranks cost each other, measured: the least of several times. All ranks call it.

    numbers: floats of a sum
    exchange_seconds: of an exchange of eight bytes between all ranks
    sum_seconds: of a sum over one shard per rank
    add_seconds: of the additions of two such blocks alone, on one thread
    bytes_per_second: that a rank sent during the sum: 2 (R - 1) / R of the block"""
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
    step: training step, or number of the Monte Carlo pass
    row_numbers: (rows): each row's own number; NULL: 0, 1, ...
    weights: (rows), not negative: what a row's loss is multiplied by; NULL: all 1
    r_drop: above 0: rows 2i and 2i + 1 are the same input, and r_drop times the mean of the two divergences between their softmax outputs is an extra loss (Liang et al. 2021); rows must be even
    sparse: the rows in place of x, for a model made with sparse; x does as well, with its zeros, to the same bits"""
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
    """Each from 0 to 1000; clip to 1e30.

    size: sizeof(adrop_rates)
    dropout_lr: of the techniques' own parameters
    dropout_decay: of the techniques' own parameters
    clip: largest norm of the whole gradient; 0: any"""
    size: int
    lr: float
    weight_decay: float
    dropout_lr: float
    dropout_decay: float
    clip: float

class adrop_response(Structure):
    """How parameters that are learned by response move.

    size: sizeof(adrop_response)
    lr: of the weights, at this step
    horizon: steps of that rate, with the optimiser's momentum or preconditioner, after which the noise is judged: about a hundredth of all steps, and 10 or more
    step: how far they move at most, about: the rate of their own Adam
    reach: norm of the change of the weights between two passes
    ahead: 1: the exact gradient, at the weights after the step, by one pass more
    noise_free: 1: the other rows are judged without noise, which then costs nothing and gains alone: for rows that are not trained on"""
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
    """A tensor where it lies, without a copy.

    values: (dims), PyTorch's layout; not to be written: adrop_model_set does
    is_double: double, of a model in f64; else float
    i: the tensor's number"""
    values: int | None
    is_double: int
    n: int
    n_dims: int
    dims: Any
    i: int

class adrop_model_file_opts(Structure):
    """How a model is made from a file.

    size: sizeof(adrop_model_file_opts), set by the init call
    dropout: NULL: as in the file; "none": plain inference, as above
    batch: most rows of a call; 256
    precision: f32"""
    size: int
    dropout: Text | None
    batch: int
    precision: int

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
    algorithm: of convolutions: forward's; of dense layers whose zeros are skipped (adrop/units.h): "csr" or "in order"; else ""
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

    text: as it was given, or as it is written in the file
    n_in: how many it reads,
    in: and which: 0 is the input, 1 the first layer"""
    text: Text | None
    n_in: int
    # in: by getattr

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
    features: Text | None
    ngrams: int
    char_ngrams: Text | None
    min_df: int
    max_df: float
    stem: Text | None
    stop_words: int

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
    """The columns of a table as its file has them, inputs or not: a listing, 0 beyond the last.

    name: made to differ from the others; "" where the table has no header
    role: "input", "target", "id", "weight", "group"; of those that are left out "dropped" as was asked, "index" that counts rows, "left-out" with words that are nearly all different
    form: how values are written: "numbers in $, commas between thousands", "dates, day first", "words"; "" of those that are left out
    words: different words of an input; 0: it has none"""
    name: Text | None
    role: Text | None
    form: Text
    words: int

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
    labels: (n), or NULL for regression and for sets of classes
    targets: (n, targets), standardised if asked; of rows that may have several classes (n, classes) of 0 and 1; NULL for other classification
    rows: (n): the rows' own numbers
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
    """How far an epoch is; told after every step.

    step: of this epoch
    steps: of this epoch
    loss: of the epoch so far, with noise; acc NaN for regression
    acc: of the epoch so far, with noise; acc NaN for regression
    seconds_left: of all epochs, an estimate; NaN at the start"""
    epoch: int
    epochs: int
    step: int
    steps: int
    loss: float
    acc: float
    images_per_second: float
    seconds_left: float

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
    """All may be NULL. progress is called after every step. stop is asked after every step of
    adrop_trainer_epoch and adrop_trainer_run: not 0 ends the call with ADROP_EINTR, unless
    nothing was left to do. epoch is called by adrop_trainer_run after every epoch.

    size: sizeof(adrop_trainer_hooks)"""
    size: int
    user: int | None
    progress: Any
    epoch: Any
    stop: Any

class adrop_step(Structure):
    """What a step came to.

    epoch: the step's, from 1 on
    step: its number in the epoch, from 1 on, and their number
    steps: its number in the epoch, from 1 on, and their number
    loss: mean over the rows; what techniques and penalties add
    extra: mean over the rows; what techniques and penalties add
    lr: of the weights
    epoch_over: it was the epoch's last: adrop_trainer_epoch evaluates it"""
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

    n: rows; 0: the part is empty, and the rest NaN
    loss: mean over the rows
    acc: NaN where they do not apply; top5 with more than 5 classes
    top5: NaN where they do not apply; top5 with more than 5 classes
    rmse: NaN where they do not apply; top5 with more than 5 classes
    micro_f1: of rows that may have several classes, in per cent: over all decisions, and the mean of the classes' (0 for a class that is neither there nor predicted); acc is then the share of rows with exactly their classes. NaN elsewhere
    macro_f1: of rows that may have several classes, in per cent: over all decisions, and the mean of the classes' (0 for a class that is neither there nor predicted); acc is then the share of rows with exactly their classes. NaN elsewhere"""
    n: int
    loss: float
    acc: float
    top5: float
    rmse: float
    micro_f1: float
    macro_f1: float

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
    layer_number: its number there
    channel: of that layer's output"""
    layer: Text | None
    layer_number: int
    channel: int

class adrop_criterion_info(Structure):
    """What goes first. All pointers live for ever.

    node_technique: that networks are trained with to rank nodes by it; "none": any will do; NULL: it does not rank nodes
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
    rate: per cent of what there is; 0: nothing goes; 10
    scope: an adrop_prune_scope
    data: of which training rows are taken where gradients are needed (taylor); NULL: those cannot be had
    batch: rows of their batches, at most the model's; 0: the model's
    seed: of `random`; 1 and 1
    round: of `random`; 1 and 1"""
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
    dropout: NULL: as trained; "none": plain inference, where the technique allows it (adrop_model_load)
    batch: rows that go through the network together at most; 256
    precision: f32
    sparse_weights: are weights that are zero skipped? auto"""
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
    is_multi_label: each output is the probability of its own class, whatever the others are: they do not sum to 1
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
    samples: noisy passes, 50; 0: one pass without noise. Of a technique whose masks are fixed (masksembles) at most its members: there are no other passes
    shared_masks: 1: pass t has the same masks for every row, as one network drawn at random would; 0: every row has its own
    by_moments: 1: no samples: the first two moments of every mask are carried through the network (chains of dense layers, ReLU and dropout alone)"""
    size: int
    samples: int
    shared_masks: int
    by_moments: int

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
    size: int
    mean: int | None
    std: int | None
    entropy: int | None
    expected_entropy: int | None
    mutual_information: int | None
    energy: int | None

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
    size: int
    logits: int
    draws: int | None
    n_at: int
    at: int | None
    quantiles: int | None

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
    samples: noisy passes inside the graph; 0: the network without noise
    data: what identifies the training data, for the metadata; NULL: not said
    threshold: of a calibration (adrop_calibration_threshold); above 0: classes with 1 - probability at most this are an output, or of one target mean -+ threshold sqrt(std^2 + noise^2) are two
    noise: of a calibration, of values
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

    rows: that calibrated
    classes: 0: values
    samples: passes of every prediction; 0: one without noise
    temperature: of classes; NaN: values
    noise: of values, added to the standard deviation of passes; NaN: classes"""
    rows: int
    classes: int
    samples: int
    temperature: float
    noise: float

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
    """What was read: path, length and XXH3_64bits of each file. A folder of images, whose
    files are too many to name, is one: xxh3 is the sum over the names and lengths of all
    files, contents that over the names, lengths and bytes of the images (0 elsewhere).
    A listing of adrop_data_n_files entries."""
    path: Text | None
    bytes: int
    xxh3: int
    contents: int

class adrop_known_data(Structure):
    """Names that can be asked for, and the formats: two listings.

    readable: 0: known, but there is no reader yet
    places: where it is looked for under the data folder, by comma
    train: rows of the complete set; 0: not fixed
    test: rows of the complete set; 0: not fixed
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
    """launch and slurm are rows of adrop_launch_options(); folder, program, jobs and threads are no
    rows: programs have options of their own for them.

    size: sizeof(adrop_launch_opts), set by the init call
    launch: an adrop_launch_kind; local
    slurm: "partition=long,time=60": options of sbatch; signal is the number of seconds before the time limit at which runs are saved and the job is put back into the queue, 90
    folder: of the experiment
    program: slurm: what workers start
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
    """What a worker does; texts live as long as the context.

    size: sizeof(adrop_worker_info)
    worker: its number
    job: "Slurm job 17_3"; ""
    run: the directory of the run it was given; "": none
    epoch: where it was last; 0: not known
    epochs: where it was last; 0: not known
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
    """All may be NULL. stop is asked after every step: not 0 saves and ends the run, and the
    call returns ADROP_EINTR unless nothing was left to do.

    A hook returns. One that leaves by longjmp or an exception leaves the run as it is, with its
    memory and the lock of its directory held: no other run of the process can use that directory.
    stop is the way to end early.

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
    data_dir: where known names are looked for; NULL: nowhere
    inputs: rows to predict, whatever their classes
    all: every row is wanted: without the run's splits and limits
    allow_changed_data: the run's own data may differ from those of its record
    sparse_weights: are weights that are zero skipped (adrop/units.h)?"""
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

    data: dropout as it is trained; "" while open
    model: dropout as it is trained; "" while open
    dropout: dropout as it is trained; "" while open
    candidate: of a choice: the settings tried; otherwise ""
    run: from 1 on; 0 for a choice
    message: why it failed; ""
    data_seed: of its rows: shared by the techniques"""
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
    epochs: of a run
    batch: of a run"""
    data: Text | None
    model: Text | None
    task: int
    n_train: int
    n_test: int
    epochs: int
    batch: int

class adrop_compare_progress(Structure):
    """How far the whole of it is.

    done: of the plan
    failed: of the plan
    runs: of the plan
    run: the one that moved
    at: where it stands
    seconds_left: NaN at the start"""
    done: int
    failed: int
    runs: int
    running: int
    run: Any
    at: Any
    seconds_left: float

class adrop_compare_hooks(Structure):
    """All may be NULL. They are called from one thread at a time, but not always the same.

    size: sizeof(adrop_compare_hooks)
    launch: who trains the runs of this call (launch.h); NULL: this program"""
    size: int
    user: int | None
    progress: Any
    ended: Any
    timed: Any
    stop: Any
    launch: int | None

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
    width: SVG: pixels, 640; text: columns, 80. Of the whole
    height: of the plot of one panel: pixels, 240; lines, 12. Kinds with a line for each name have their own height
    columns: panels side by side; 0: as many as are readable
    digits: of values: significant ones, 0: all that are needed to read them back
    ascii: text: no characters beyond ASCII
    colour: text: with the colours of terminals
    number: HTML: of the figure within its page; names in it are then unique"""
    size: int
    width: int
    height: int
    columns: int
    digits: int
    ascii: int
    colour: int
    number: int

class adrop_column(Structure):
    """Columns at once, ended by one without align; NULL as unit is ""."""
    key: Text | None
    label: Text | None
    align: Text
    unit: Text | None
    digits: int
    rank: int

class adrop_document_look(Structure):
    """adrop_document_look of adrop/document.h

    size: sizeof(adrop_document_look)
    columns: of a line of text, 80
    is_terminal: text: no line is longer, prose is wrapped; otherwise only the last column of a table is wrapped, and a sentence is one line
    ascii: text: no characters beyond ASCII
    colour: text: bold and underlined by the codes of terminals
    number: HTML: of the first figure within the page
    brief: HTML: what has no label is left out; CSV: facts are, and sentences are lines that begin with '#'"""
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
    data_dir: the folder of known sets; made if it is not there
    source: URL of a folder with the same files; NULL: the official
    proxy: for HTTPS, as libcurl names them; NULL: none
    no_proxy: hosts that are reached without it, by comma; NULL: none
    connect_seconds: to reach a server within; 30
    stall_seconds: after which a server that sends nothing is given up; 60"""
    size: int
    name: Text | None
    data_dir: Text | None
    source: Text | None
    proxy: Text | None
    no_proxy: Text | None
    connect_seconds: float
    stall_seconds: float

class adrop_get_progress(Structure):
    """How far it is.

    file: the name of the one that comes
    index: its number from 1 on, of so many
    files: its number from 1 on, of so many
    bytes: of all files, those that were there too
    all_bytes: of all files, those that were there too
    bytes_per_second: of this call; 0 at the start
    seconds_left: an estimate; NaN at the start"""
    file: Text | None
    index: int
    files: int
    bytes: int
    all_bytes: int
    bytes_per_second: float
    seconds_left: float

class adrop_get_file(Structure):
    """A file that is in place.

    sum: 32 digits: MD5; 64: SHA-256
    fetched: 0: it was there already"""
    path: Text | None
    url: Text | None
    sum: Text | None
    bytes: int
    fetched: int

class adrop_get_hooks(Structure):
    """All may be NULL. progress and stop are called while bytes come, once a second at
    least; stop not 0 ends the call with ADROP_EINTR, and what came is kept.

    size: sizeof(adrop_get_hooks)"""
    size: int
    user: int | None
    progress: Any
    file: Any
    stop: Any

class adrop_get_result(Structure):
    """adrop_get_result of adrop/fetch.h

    files: in place now; of these, got by this call
    fetched: in place now; of these, got by this call
    bytes: that came over the network
    interrupted: stop said so: ADROP_EINTR"""
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
    rate: per cent of what remains that each round removes; 10
    rounds: after round 0; 0: 10, or as many as keep takes
    keep: share that the last round has; 1: not said. With rounds the rate follows from the two
    scope: an adrop_prune_scope
    rewind: "init", "epoch:K" (of round 0), "none"
    one_shot: all rounds are ranked by round 0
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
    """What is known of the whole. Texts live as long as the pruning.

    task: regression: test is an RMSE
    rounds: round 0 included
    epochs: of a round; rows of a step, and of ms_per_batch
    batch: of a round; rows of a step, and of ms_per_batch
    unit: "node", "weight"
    criterion: its name
    dropout: that round 0 is trained with
    model: that round 0 is trained with"""
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
    """How far it is.

    round: the one that is trained; the last
    rounds: the one that is trained; the last
    at: where it stands
    done: share of all epochs of all rounds
    seconds_left: NaN at the start"""
    round: int
    rounds: int
    at: Any
    done: float
    seconds_left: float

class adrop_prune_hooks(Structure):
    """All may be NULL.

    size: sizeof(adrop_prune_hooks)
    round: it is done"""
    size: int
    user: int | None
    progress: Any
    round: Any
    stop: Any

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

    trial: from 1 on
    settings: "lr=0.0123 dropout=bernoulli:rate=0.3"
    same_as: the trial it is equal to; 0: none
    bracket: from 1 on; the last it was in
    rung: the last that it is done with, from 1 on; 0: none
    epochs: it was trained for then
    val: what it is judged by, then; NaN: nothing yet
    run: its run directory, or the folder of its folds, within the search's
    message: why it failed or was left out; "" """
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
    """A rung: how many trials are to be trained, until which epoch.

    bracket: from 1 on
    rung: from 1 on"""
    bracket: int
    rung: int
    trials: int
    epochs: int

class adrop_tune_progress(Structure):
    """How far it is.

    what: "trial 7, lr=0.0123", "winner, run 2 of 5"
    done: epochs of the plan, all folds and runs counted
    epochs: epochs of the plan, all folds and runs counted
    running: runs
    at: where the one that moved stands
    seconds_left: NaN at the start"""
    what: Text | None
    done: int
    epochs: int
    running: int
    at: Any
    seconds_left: float

class adrop_tune_hooks(Structure):
    """All may be NULL. They are called from one thread at a time, but not always the same.

    size: sizeof(adrop_tune_hooks)
    launch: who trains the runs of this call (launch.h); NULL: this program"""
    size: int
    user: int | None
    progress: Any
    trial: Any
    ended: Any
    stop: Any
    launch: int | None

class adrop_tune_runs(Structure):
    """Several runs of one setting: what they came to on test rows.

    n: done; what follows is NaN for 0
    mean: std NaN for fewer than 2
    std: std NaN for fewer than 2
    low: interval of the mean, by Student's t, within what is possible: from 0 on, to 100 of per cent; NaN for fewer than 2
    high: interval of the mean, by Student's t, within what is possible: from 0 on, to 100 of per cent; NaN for fewer than 2
    values: (n), as long as the search lives"""
    n: int
    mean: float
    std: float
    low: float
    high: float
    values: int | None

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
    """done of all rows that are predicted; stop: not 0 ends with ADROP_EINTR. Both may be NULL."""
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
    """Sets that may be empty (adrop_conformal_opts), from the same thresholds.

    empty: the share of sets that are"""
    coverage: float
    mean_size: float
    empty: float

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
    truth: classes; -1: values
    predicted: classes; -1: values
    target: NaN: classes
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

    claim: what the paper says of it
    missing: what adrop does not have yet; ""
    needs: data sets, by comma; ""
    absent: those of them that are not there; ""
    says: how a scale differs from the paper; ""
    hours: of the data sets that are there, about, on machine; NaN: not measured"""
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

    says: how the scale differs from the paper; ""
    restricted: what was left out or changed by the caller, and sets that are there in part only; ""
    absent: data sets that are not there; ""
    out: its folder
    paper_applies: the paper has numbers to compare with
    hours: about, on the recipes' machine; NaN: not measured"""
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
    """A part: a comparison, to ask for its plan, its estimate and its own table.

    compare: owned by the reproduction; NULL for prunings"""
    name: Text | None
    says: Text | None
    folder: Text | None
    compare: int | None

class adrop_reproduced(Structure):
    """Ours beside the paper's; its numbers are NaN where it has none.

    column: the paper's word: accuracy, top1, top5, rmse, seconds_per_epoch
    ours: mean and rank are those of the column
    paper_rank: among the rows of its data set, network and column; 0: none
    paper_rows: and how many they are
    note: what is known to be wrong with the paper's cell; "" """
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
    """A row that a recipe of kind examples shows: its picture, and why it was picked. Sheet i of the
    document has the predictions, class by class.

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
        """"out of memory" and the like; "unknown status" for a number that is none."""
        ...
    def adrop_ctx_opts_init_sized(self, opts: Any, size: int) -> None:
        """Every member 0: the defaults."""
        ...
    def adrop_ctx_options(self) -> Any:
        """Its option table (option.h): threads and isa. The allocator, log and log_user are no rows."""
        ...
    def adrop_ctx_create(self, opts: Any, out: Any) -> int:
        """opts may be NULL for the defaults. ADROP_EINVAL if threads or isa is out of range, one of
        the two allocator functions is missing, or the CPU lacks the instruction set;
        ADROP_ENOMEM if more threads than processors were asked for and cannot be started;
        *out is NULL after any failure."""
        ...
    def adrop_ctx_free(self, ctx: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_free(self, ctx: Any, memory: Any) -> None:
        """Give back memory that a call has handed over, and says that it is freed so. NULL is fine."""
        ...
    def adrop_ctx_message(self, ctx: Any) -> Text | None:
        """The sentence for the last failure in this context, "" if there was none. It
        lives until the next failure or the end of the context."""
        ...
    def adrop_ctx_isa_name(self, ctx: Any) -> Text | None:
        """"avx512", "avx2" or "baseline": the kernels this context runs."""
        ...
    def adrop_ctx_threads(self, ctx: Any) -> int:
        """How many threads the context's loops use. Masks and predictions do not depend on it;
        training does, in the last bits."""
        ...
    def adrop_ctx_bytes_read(self, ctx: Any) -> int:
        """Bytes of data sets that were read and expanded in this context so far. Unlike all other calls
        it may be made by another thread at any time, to show how far a long reading is."""
        ...
    def adrop_isa_count(self) -> int:
        """How many instruction sets this CPU has; the first `count` of BASELINE, AVX2,
        AVX512 can be asked for."""
        ...
    def adrop_number_text(self, buffer: Text | Array[c_char] | None, x: float) -> Text | None:
        """The shortest decimal text that reads back as exactly x ("0.1", "1e-07",
        "nan", "-inf"), written to buffer[ADROP_NUMBER_SIZE]. Returns buffer."""
        ...
    def adrop_number_round(self, buffer: Text | Array[c_char] | None, x: float, digits: int) -> Text | None:
        """The same with at most `digits` (1 to 17) significant digits."""
        ...
    def adrop_number_or_zero(self, x: float, decimals: int) -> float:
        """x, or 0 where x with so many decimals is 0: so that "%.2f" never prints "-0.00"."""
        ...
    def adrop_number_read(self, text: Text | Array[c_char] | None, x: Any) -> int:
        """Read the whole of text as a finite decimal number. ADROP_EINVAL, *x untouched,
        for anything else: empty, trailing characters, hexadecimal, nan, infinity,
        overflow."""
        ...
    def adrop_options_default_sized(self, table: Any, dst: Any, dst_size: int) -> None:
        """Fill dst with the table's defaults."""
        ...
    def adrop_option_group_title(self, group: int) -> Text | None:
        """"Network and dropout": the heading of a group; NULL past the last."""
        ...
    def adrop_options_append(self, rows: Any, n: int, table: Any, offset: int) -> int:
        """One table of several structs that lie in a larger one: append the rows of the one at offset to
        the n that there are, but for names that are there already. Returns how many there are then; a
        row without a name follows them, for which there must be room."""
        ...
    def adrop_option_find(self, table: Any, name: Text | Array[c_char] | None) -> Any:
        """The row called name, or NULL."""
        ...
    def adrop_option_meant(self, table: Any, word: Text | Array[c_char] | None) -> Any:
        """The same, or else the row that has the word among its synonyms: what is read from people."""
        ...
    def adrop_keep(self, ctx: Any, text: Text | Array[c_char] | None, kept: Any) -> int:
        """A copy of text that lives as long as the context: one for each different text. "" after a
        failure, which is ADROP_ENOMEM."""
        ...
    def adrop_texts_add(self, ctx: Any, texts: Any, text: Text | Array[c_char] | None) -> int:
        """Add a copy of a text, in memory that lives as long as the context. ADROP_EINVAL for an empty
        one; texts is untouched after a failure."""
        ...
    def adrop_texts_at(self, texts: Any, i: int) -> Text | None:
        """Text i; NULL past the last."""
        ...
    def adrop_option_set_sized(self, ctx: Any, table: Any, dst: Any, dst_size: int, name: Text | Array[c_char] | None, text: Text | Array[c_char] | None) -> int:
        """Set one field from text; name may be a synonym. ADROP_ENOENT for an unknown name (the message
        offers the nearest), ADROP_EINVAL for a text that is not of the row's kind or lies outside its
        range (the message gives the range) or for which dst has no room; dst is untouched on failure."""
        ...
    def adrop_options_parse_sized(self, ctx: Any, table: Any, dst: Any, dst_size: int, text: Text | Array[c_char] | None) -> int:
        """Set fields from "key=value,key=value"; a flag's key alone is yes; a list's values are separated
        by '/' here, and commas within parentheses belong to the value. Settings before the one that
        fails are kept."""
        ...
    def adrop_option_show(self, ctx: Any, row: Any, from_2: Any) -> Text | None:
        """The current value of a row's field as adrop_option_set would read it, in memory that lives as
        long as the context; from must have the field (offset). The number of a choice that has no word
        stands in brackets, "(7)"; of lists that are too long, the first numbers. NULL if there is no
        memory."""
        ...
    def adrop_option_range(self, row: Any, buffer: Text | Array[c_char] | None, size: int) -> Text | None:
        """What the row accepts, for people: "[0, 1)", "yes or no", "sigmoid, probit".
        Returns buffer."""
        ...
    def adrop_option_applies(self, row: Any, buffer: Text | Array[c_char] | None, size: int) -> Text | None:
        """What the row is for, for people: "tables and JSON lines", or "" for everything. Returns buffer."""
        ...
    def adrop_nearest(self, word: Text | Array[c_char] | None, words: Any) -> Text | None:
        """The entry of words (ended by NULL) that word was most likely meant to be, or
        NULL when none is near."""
        ...
    def adrop_seed_name(self, i: int) -> Text | None:
        """The seeds and the mappings, by number from 0; NULL past the last."""
        ...
    def adrop_seed_summary(self, i: int) -> Text | None:
        """The seeds and the mappings, by number from 0; NULL past the last."""
        ...
    def adrop_map_name(self, i: int) -> Text | None:
        """The seeds and the mappings, by number from 0; NULL past the last."""
        ...
    def adrop_map_summary(self, i: int) -> Text | None:
        """The seeds and the mappings, by number from 0; NULL past the last."""
        ...
    def adrop_map_register(self, ctx: Any, table: Any) -> int:
        """Make one known to a context, by its name, and to those that the library makes for its own
        threads. What the table points to must outlive the context. ADROP_EEXIST if there is one of that
        name, ADROP_EINVAL if something is missing or a condition does not hold."""
        ...
    def adrop_seed_register(self, ctx: Any, table: Any) -> int:
        """Make one known to a context, by its name, and to those that the library makes for its own
        threads. What the table points to must outlive the context. ADROP_EEXIST if there is one of that
        name, ADROP_EINVAL if something is missing or a condition does not hold."""
        ...
    def adrop_map_registered(self, ctx: Any, i: int, summary: Any) -> Text | None:
        """Those that were registered, by number from 0; NULL past the last."""
        ...
    def adrop_seed_registered(self, ctx: Any, i: int, summary: Any) -> Text | None:
        """Those that were registered, by number from 0; NULL past the last."""
        ...
    def adrop_dist_create(self, ctx: Any, seed: Text | Array[c_char] | None, map: Text | Array[c_char] | None, mu: float, sigma: float, out: Any) -> int:
        """ADROP_ENOENT for an unknown seed or map, ADROP_EINVAL unless mu is finite and
        sigma finite and positive."""
        ...
    def adrop_dist_free(self, d: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_dist_pdf(self, d: Any, m: float) -> float:
        """Density of the continuous part at m; 0 outside the support. With the atoms'
        masses it integrates to 1. It may be infinite at an end of [0, 1]."""
        ...
    def adrop_dist_cdf(self, d: Any, m: float) -> float:
        """P(mask <= m), atoms included."""
        ...
    def adrop_dist_quantile(self, d: Any, p: float) -> float:
        """The smallest m with cdf(m) >= p, for p in [0, 1] (0: the lower end of the
        support); NaN outside."""
        ...
    def adrop_dist_atoms(self, d: Any, atoms: Any) -> int:
        """Write the atoms of positive mass, in increasing order of value; returns how
        many there are (0 to 2)."""
        ...
    def adrop_dist_mean(self, d: Any) -> float: ...
    def adrop_dist_variance(self, d: Any) -> float: ...
    def adrop_dist_mean_approx(self, d: Any) -> float:
        """The paper's approximate mean, sigmoid(mu / sqrt(1 + pi sigma^2 / 8)); NaN
        unless the pair is gaussian with sigmoid, the one it was made for."""
        ...
    def adrop_dist_at(self, d: Any, eps: float, m: Any, dmu: Any, dsigma: Any) -> None:
        """m, dm/dmu and dm/dsigma at the noise eps; any of the pointers may be NULL. At
        a kink of the mapping the derivative is 0."""
        ...
    def adrop_dist_sample(self, d: Any, seed: int, row: int, pass_3: int, n: int, m: Any) -> None:
        """Draw n masks into m. Element i of the draw is a pure function of (seed, row,
        pass, i): no state, any order, any number of threads."""
        ...
    def adrop_dist_kl(self, p: Any, q: Any) -> float:
        """Kullback-Leibler divergence KL(p || q) in nats, atoms counted; infinite where
        p has mass that q lacks."""
        ...
    def adrop_dist_nearest_sized(self, d: Any, info: Any, size: int) -> None:
        """Takes some hundredths of a second."""
        ...
    def adrop_target_at_sized(self, i: int, info: Any, size: int) -> int:
        """Kind i from 0; 1, or 0 past the last with *info zeroed."""
        ...
    def adrop_ranking_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_ranking_options(self) -> Any:
        """Its option table (option.h): unit_mean."""
        ...
    def adrop_ranking_create(self, ctx: Any, target: Text | Array[c_char] | None, opts: Any, out: Any) -> int:
        """Fit every pair to the target of that text; opts may be NULL. Takes about a second.
        ADROP_ENOENT for an unknown target, ADROP_EINVAL for settings that it does not have
        or that are out of range, ADROP_ENOMEM."""
        ...
    def adrop_ranking_free(self, r: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_ranking_describe_sized(self, r: Any, info: Any, size: int) -> None: ...
    def adrop_ranking_at_sized(self, r: Any, rank: int, info: Any, size: int) -> int:
        """The pair of that rank, from 0, nearest first; 1, or 0 past the last with *info zeroed."""
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
        """Fit the member of `kind` (softplus-gaussian or log-normal) to target.
        ADROP_EINVAL if parameters are not positive where they must be, or if the
        target lacks the moments the fit needs; ADROP_ENUMERIC if it does not converge."""
        ...
    def adrop_technique_count(self) -> int:
        """How many techniques there are."""
        ...
    def adrop_technique_at_sized(self, i: int, info: Any, size: int) -> int:
        """Technique i: a listing."""
        ...
    def adrop_technique_check(self, ctx: Any, text: Text | Array[c_char] | None, index: Any, resolved: Any) -> int:
        """Check a text "name" or "name:key=value,..." as --dropout takes it, and write
        the full text with every setting spelled out, which lives as long as the context, to
        *resolved, if that is not NULL. index, if not NULL, gets the technique's number.
        ADROP_ENOENT or ADROP_EINVAL with a message as for adrop_option_set."""
        ...
    def adrop_technique_register(self, ctx: Any, table: Any) -> int:
        """Make a technique known to a context, and to those that the library makes for its own threads.
        An option `mask` (element or channel) is added to the table's own. ADROP_EEXIST if there is one
        of that name, ADROP_EINVAL if something is missing."""
        ...
    def adrop_technique_known_sized(self, ctx: Any, i: int, info: Any, size: int) -> int:
        """Technique i as a context knows them: the built-in ones, then those that were registered."""
        ...
    def adrop_technique_conform(self, ctx: Any, text: Text | Array[c_char] | None, results: Any, n: Any) -> int:
        """Check a technique, by a text as --dropout takes it, against what it says of itself: built-in or
        registered, with parameters or without, on vectors and maps. The library's own tests run the same
        suite over every built-in technique: masks against its mean and variance (a million; false
        alarms: 6e-7 a check) and its distribution (ten million), gradients against differences in
        double, float against double, the same bits for the same address, instruction set, number of
        threads and cut of a batch, phases, tensors out and in. results: (ADROP_CONFORMANCE_CHECKS), n of
        them filled; what cannot apply is left out. Returns ADROP_OK if it could be checked, passed or
        not. Takes seconds, 100 MB, and contexts of up to 4 threads of its own."""
        ...
    def adrop_site_dense_sized(self, site: Any, size: int, rows: int, units: int) -> None: ...
    def adrop_site_map_sized(self, site: Any, size: int, rows: int, channels: int, height: int, width: int) -> None: ...
    def adrop_dropout_create(self, ctx: Any, text: Text | Array[c_char] | None, site: Any, seed: int, out: Any) -> int:
        """Make the technique that text chooses, as in "bernoulli:rate=0.2" (`adrop list
        techniques`). Its initial parameters are drawn from the seed. ADROP_ENOENT for an
        unknown name, ADROP_EINVAL or ADROP_ESHAPE for settings out of range or a site
        that the technique cannot have. Everything else that is made below cannot fail
        for want of memory."""
        ...
    def adrop_dropout_free(self, d: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_pass_train_sized(self, pass_0: Any, size: int, seed: int, step: int, rows: int, x: Any, y: Any) -> None:
        """A pass of each phase with its usual fields set."""
        ...
    def adrop_pass_sample_sized(self, pass_0: Any, size: int, seed: int, number: int, rows: int, x: Any, y: Any) -> None:
        """A pass of each phase with its usual fields set."""
        ...
    def adrop_pass_mean_sized(self, pass_0: Any, size: int, rows: int, x: Any, y: Any) -> None:
        """A pass of each phase with its usual fields set."""
        ...
    def adrop_dropout_forward(self, d: Any, pass_1: Any) -> int:
        """ADROP_ESHAPE if rows or shard do not fit the site, ADROP_EINVAL if an array that
        is needed is missing.

        A backward belongs to the last forward of its shard, in phase train and of the same pass: the
        same seed, step, rows, row numbers and array x. Any forward through the shard takes the place of
        the one before, a backward uses it up (add the dy of two losses first), and so does what changes
        the layer: finish_step, set_strength, load. Any other backward is ADROP_EINVAL, and nothing is
        written."""
        ...
    def adrop_dropout_backward(self, d: Any, pass_1: Any) -> int:
        """ADROP_ESHAPE if rows or shard do not fit the site, ADROP_EINVAL if an array that
        is needed is missing.

        A backward belongs to the last forward of its shard, in phase train and of the same pass: the
        same seed, step, rows, row numbers and array x. Any forward through the shard takes the place of
        the one before, a backward uses it up (add the dy of two losses first), and so does what changes
        the layer: finish_step, set_strength, load. Any other backward is ADROP_EINVAL, and nothing is
        written."""
        ...
    def adrop_dropout_set_strength(self, d: Any, strength: float) -> int:
        """How much of the technique there is from now on, in [0, 1]; 1 when it is made. For techniques with
        a fixed rate the rate is multiplied by it; for the others the mask m becomes 1 + strength (m -
        1), in every phase. 0: y = x, or the plain product. Extra losses are multiplied by it, too. So a
        program can have early or late dropout (docs/training.md). It is not kept in a file.
        ADROP_EINVAL out of the range, ADROP_ENOMEM."""
        ...
    def adrop_dropout_extra_loss(self, d: Any, pass_1: Any) -> float:
        """The loss the technique adds once a step (0 for most), of the passes since the
        last call; its gradient is added to the layer's and, where the technique
        penalises the following weights (concrete with a length scale), to pass->dweight
        and dbias. pass may be NULL where weights are not needed; NaN if they are and are
        missing, or the pass is none."""
        ...
    def adrop_dropout_n_params(self, d: Any) -> int:
        """The learned parameters and their gradients, n of each (0: the technique learns
        nothing). They live as long as the layer."""
        ...
    def adrop_dropout_params(self, d: Any) -> int | None:
        """The learned parameters and their gradients, n of each (0: the technique learns
        nothing). They live as long as the layer."""
        ...
    def adrop_dropout_grads(self, d: Any) -> int | None:
        """The learned parameters and their gradients, n of each (0: the technique learns
        nothing). They live as long as the layer."""
        ...
    def adrop_dropout_zero_grads(self, d: Any) -> None:
        """The learned parameters and their gradients, n of each (0: the technique learns
        nothing). They live as long as the layer."""
        ...
    def adrop_dropout_finish_step(self, d: Any) -> None:
        """After the optimiser moved the parameters: fold what the passes of this step saw
        into the running averages, and put parameters back into their range."""
        ...
    def adrop_dropout_replaces_product(self, d: Any) -> int:
        """1 if y is (rows, outputs)."""
        ...
    def adrop_dropout_moments_sized(self, d: Any, unit: int, pre: float, moments: Any, size: int) -> int:
        """unit in [0, n). pre is the unit's pre-activation, where the distribution depends on it
        (standout). Information dropout answers for its average noise level,
        advanced dropout with unit=sample for an average row."""
        ...
    def adrop_dropout_rate(self, d: Any) -> float:
        """The average rate over all units."""
        ...
    def adrop_dropout_density(self, d: Any, unit: int, pre: float, m: float, pdf: Any, cdf: Any) -> None:
        """Density of the continuous part and distribution function (atoms included) of
        that distribution at m; either pointer may be NULL."""
        ...
    def adrop_dropout_save(self, d: Any, path: Text | Array[c_char] | None) -> int:
        """Parameters and running averages as a safetensors file, the technique's full text
        in its metadata; replaced whole or not at all. Loading refuses, and changes
        nothing, unless every tensor is there with its shape and finite values; saving refuses values
        that are not finite."""
        ...
    def adrop_dropout_load(self, d: Any, path: Text | Array[c_char] | None) -> int:
        """Parameters and running averages as a safetensors file, the technique's full text
        in its metadata; replaced whole or not at all. Loading refuses, and changes
        nothing, unless every tensor is there with its shape and finite values; saving refuses values
        that are not finite."""
        ...
    def adrop_summarize_sized(self, n: int, x: Any, summary: Any, size: int) -> None:
        """Of n values; all NaN for n == 0 and where a value is not finite. Sums are of distances
        from the first value, so that a small standard deviation about a large mean keeps its digits."""
        ...
    def adrop_t_test_sized(self, ctx: Any, kind: int, side: int, nx: int, x: Any, ny: int, y: Any, level: float, r: Any, size: int) -> int:
        """Student's t tests. level is that of the interval, 0.95 say.

        Without any variance the standard error is 0, t is infinite and the interval is the
        difference itself; p is 0, or 1 if the difference is on the wrong side. If the means are
        equal too, t is 0 and p is what t = 0 gives elsewhere, 1 two-sided and 1/2 one-sided.
        df is then that of the smaller group for Welch, n - 1, the least it can be.

        ADROP_EINVAL for n < 2, paired with nx != ny, a level outside (0, 1), values that are
        not finite; ADROP_ENUMERIC if the differences overflow."""
        ...
    def adrop_t_test_summary_sized(self, ctx: Any, kind: int, side: int, x: Any, y: Any, level: float, r: Any, size: int) -> int:
        """The same from n, mean and std (n - 1), as published tables have them, which alone are read; not
        paired."""
        ...
    def adrop_hedges_g(self, ctx: Any, kind: int, nx: int, x: Any, ny: int, y: Any, g: Any) -> int:
        """Hedges' g: the difference of means in pooled standard deviations (paired: in standard deviations
        of the differences), times Gamma(f/2) / (sqrt(f/2) Gamma((f-1)/2)), which takes away the bias of
        f = nx + ny - 2 (n - 1) degrees of freedom. Welch and pooled are the same here. Without any
        variance it is infinite, or 0 if the means are equal. NaN for two pairs: f = 1 has no such
        factor. Errors as above."""
        ...
    def adrop_holm(self, ctx: Any, n: int, p: Any, adjusted: Any) -> int:
        """Holm's step-down adjustment of n p-values: where all with adjusted <= alpha are called
        differences, the probability of one false call is at most alpha. NaN (no test) is not
        counted and stays NaN. adjusted may be p. ADROP_EINVAL for a p outside [0, 1]."""
        ...
    def adrop_wilcoxon_sized(self, ctx: Any, side: int, n: int, x: Any, y: Any, r: Any, size: int) -> int:
        """Wilcoxon's signed-rank test of n pairs. Differences of zero are dropped, equal ones get
        their average rank; statistic is the sum of the ranks of positive differences. Exact up
        to 200 differences, ties included; beyond by the normal distribution, with corrections
        for ties and continuity. No difference at all: p is 1."""
        ...
    def adrop_rank_sum_sized(self, ctx: Any, side: int, nx: int, x: Any, ny: int, y: Any, r: Any, size: int) -> int:
        """The rank-sum test of Wilcoxon, Mann and Whitney, for unpaired runs; statistic is U, the
        number of pairs (i, j) with x[i] > y[j], ties counted as halves. Exact, given the ties,
        up to 63 runs in both groups (more if one is small: while it takes 1e8 additions at
        most); beyond by the normal distribution, with corrections for ties and continuity."""
        ...
    def adrop_sign_flip_sized(self, ctx: Any, side: int, n: int, x: Any, y: Any, seed: int, r: Any, size: int) -> int:
        """Sign-flip (permutation) test of the mean of n paired differences, which is statistic.
        Exact for n <= 20, by all 2^n signs; otherwise by 100,000 random ones, a pure function
        of the seed, and p = (1 + as extreme) / 100,001. Sums that differ by less than 1e-12 of
        the sum of |x - y| are equal."""
        ...
    def adrop_effectiveness(self, n: int, a: Any, t: Any, a0: float, t0: float, s1: Any, s2: Any, s1_norm: Any, s2_norm: Any) -> None:
        """------------------------------------------------------------------------
        What a technique gains for the time it takes (the paper's ratios). Row i has accuracy
        a[i] in percent and t[i] seconds an epoch; a0 and t0 are those without dropout:

            s1 = sigmoid(a - a0) / sigmoid((t - t0) / t0)
            s2 = ((a - a0) / a0) / ((t - t0) / t0)

        and *_norm = (s - min) / (max - min) over the n rows. The run without dropout is not
        one of them (s1 = 1 and s2 = 0/0 would take part): leave it out, or give NaN. s2 has no
        meaning for t <= t0 and is NaN there (and for a0 = 0); s1 has. Rows that are NaN do not count in
        min and max; if these are equal the norm is NaN. All NaN unless t0 > 0. Any output may be NULL."""
        ...
    def adrop_t_cdf(self, df: float, t: float) -> float:
        """------------------------------------------------------------------------
        Student's t distribution, for df > 0 (not only whole ones; infinite: the normal), and
        the normal. sf is 1 - cdf without cancellation. Small probabilities keep their digits:
        relative errors are below 1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1.
        NaN outside."""
        ...
    def adrop_t_sf(self, df: float, t: float) -> float:
        """------------------------------------------------------------------------
        Student's t distribution, for df > 0 (not only whole ones; infinite: the normal), and
        the normal. sf is 1 - cdf without cancellation. Small probabilities keep their digits:
        relative errors are below 1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1.
        NaN outside."""
        ...
    def adrop_t_quantile(self, df: float, p: float) -> float:
        """------------------------------------------------------------------------
        Student's t distribution, for df > 0 (not only whole ones; infinite: the normal), and
        the normal. sf is 1 - cdf without cancellation. Small probabilities keep their digits:
        relative errors are below 1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1.
        NaN outside."""
        ...
    def adrop_normal_cdf(self, z: float) -> float:
        """------------------------------------------------------------------------
        Student's t distribution, for df > 0 (not only whole ones; infinite: the normal), and
        the normal. sf is 1 - cdf without cancellation. Small probabilities keep their digits:
        relative errors are below 1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1.
        NaN outside."""
        ...
    def adrop_normal_quantile(self, p: float) -> float:
        """------------------------------------------------------------------------
        Student's t distribution, for df > 0 (not only whole ones; infinite: the normal), and
        the normal. sf is 1 - cdf without cancellation. Small probabilities keep their digits:
        relative errors are below 1e-12 down to 1e-300. Quantiles are infinite for p = 0 and 1.
        NaN outside."""
        ...
    def adrop_confusion(self, ctx: Any, n: int, classes: int, truth: Any, predicted: Any, counts: Any) -> int:
        """counts (classes, classes): row by the true class, column by the predicted one."""
        ...
    def adrop_class_scores(self, classes: int, counts: Any, precision: Any, recall: Any, f1: Any) -> None:
        """Of each class, from those counts: precision TP / (TP + FP), recall TP / (TP + FN), F1 their
        harmonic mean 2 TP / (2 TP + FP + FN). NaN where the divisor is 0. Any output may be NULL."""
        ...
    def adrop_score_sets_sized(self, ctx: Any, n: int, classes: int, p: Any, truth: Any, counts: Any, scores: Any, size: int) -> int: ...
    def adrop_top_k(self, ctx: Any, n: int, classes: int, p: Any, truth: Any, k: int, share: Any) -> int:
        """The share of rows whose true class is among the k most probable; of equal probabilities the
        class with the smaller number comes first. k at least the number of classes gives 1."""
        ...
    def adrop_score_probabilities_sized(self, ctx: Any, n: int, classes: int, p: Any, truth: Any, scores: Any, size: int) -> int: ...
    def adrop_detect_sized(self, ctx: Any, n: int, score: Any, positive: Any, level: float, d: Any, size: int) -> int: ...
    def adrop_detect_compare_sized(self, ctx: Any, n: int, a: Any, a_positive: Any, b: Any, b_positive: Any, level: float, resamples: int, seed: int, d: Any, size: int) -> int: ...
    def adrop_reliability(self, ctx: Any, kind: int, bins: int, n: int, p: Any, hit: Any, confidence: Any, share: Any, rows: Any, ece: Any, largest: Any) -> int:
        """Confidences p (n) in [0, 1] and hits (n, 0 or 1) by bins: mean confidence, share of hits and
        rows of each (bins; NaN, NaN, 0 for an empty one), the expected calibration error, which is the
        mean over rows of |share - confidence| of their bin, and the largest such distance. Any output
        may be NULL."""
        ...
    def adrop_class_calibration(self, ctx: Any, kind: int, bins: int, n: int, classes: int, p: Any, truth: Any, per_class: Any, mean: Any) -> int:
        """The calibration error of each class, p[., k] against [truth = k], and their mean. per_class
        (classes) may be NULL."""
        ...
    def adrop_temperature_fit(self, ctx: Any, n: int, classes: int, log_p: Any, truth: Any, temperature: Any) -> int:
        """Temperature scaling (Guo et al. 2017): p' = softmax(log p / T), T in [0.01, 100] with the least
        negative log-likelihood on calibration rows. log_p (n, classes) may be logits or logarithms of
        probabilities."""
        ...
    def adrop_temperature_apply(self, n: int, classes: int, log_p: Any, temperature: float, p: Any) -> None:
        """Temperature scaling (Guo et al. 2017): p' = softmax(log p / T), T in [0.01, 100] with the least
        negative log-likelihood on calibration rows. log_p (n, classes) may be logits or logarithms of
        probabilities."""
        ...
    def adrop_select_sized(self, ctx: Any, n: int, confidence: Any, loss: Any, risk: Any, s: Any, size: int) -> int:
        """confidence (n), loss (n, at least 0: 1 for a wrong class, say). Rows of equal confidence are
        taken in random order, on average. risk (n), or NULL: the mean loss of the i + 1 most confident
        rows. aurc is the mean of risk, augrc that of risk[i] (i + 1) / n."""
        ...
    def adrop_score_values_sized(self, ctx: Any, n: int, y: Any, mean: Any, scores: Any, size: int) -> int: ...
    def adrop_score_gaussian_sized(self, ctx: Any, n: int, y: Any, mean: Any, std: Any, scores: Any, size: int) -> int: ...
    def adrop_interval_coverage(self, ctx: Any, n: int, y: Any, mean: Any, std: Any, m: int, levels: Any, shares: Any) -> int:
        """The share of y within the central interval of each of m levels, 0.9 say; and the share at most
        the quantile of each of m levels, which draws a calibration curve."""
        ...
    def adrop_quantile_coverage(self, ctx: Any, n: int, y: Any, mean: Any, std: Any, m: int, levels: Any, shares: Any) -> int:
        """The share of y within the central interval of each of m levels, 0.9 say; and the share at most
        the quantile of each of m levels, which draws a calibration curve."""
        ...
    def adrop_conformal_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_conformal_options(self) -> Any:
        """Its option table (option.h): all but seed, of which any will do."""
        ...
    def adrop_conformal_fit(self, ctx: Any, opts: Any, n: int, classes: int, p: Any, truth: Any, rows: Any, threshold: Any) -> int:
        """The threshold: the ceil((n + 1) level)-th smallest score of n calibration rows; infinite (every
        set is whole) if that is more than n. rows (n) are their numbers, which address the random
        parts; NULL: 0, 1, ..."""
        ...
    def adrop_conformal_sets(self, ctx: Any, opts: Any, threshold: float, n: int, classes: int, p: Any, rows: Any, member: Any) -> int:
        """Sets of n rows: member (n, classes) 0 or 1. Of rows that are exchangeable with those of the fit a
        share of ceil((n_fit + 1) level) / (n_fit + 1) has the truth in its set, on average, if sets may
        be empty and no two scores are equal: APS and RAPS draw a part of a class, so that they differ;
        those of LAC are equal where probabilities are. The seed is not that of the fit where rows of the
        two have the same numbers."""
        ...
    def adrop_conformal_fit_values(self, ctx: Any, level: float, n: int, y: Any, mean: Any, std: Any, threshold: Any) -> int:
        """Values: the same quantile of |y - mean| / std; the interval is mean +- threshold std. std NULL:
        1. Rows with std 0 count as infinitely far off unless y = mean."""
        ...
    def adrop_comm_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_comm_options(self) -> Any:
        """Its option table (option.h): comm and timeout. stop and user are no rows."""
        ...
    def adrop_comm_open(self, ctx: Any, opts: Any, out: Any) -> int:
        """Join the job. *out is NULL if there is none, or it has one rank. From now on the models and
        trainers that are made in ctx share their work among the ranks. One at a time per process.

        ADROP_EINVAL for an unknown word; ADROP_ENETWORK if the plug-in is not there, cannot be loaded,
        or the ranks cannot be reached."""
        ...
    def adrop_comm_close(self, comm: Any, code: int) -> None:
        """Leave the job. code: that of the program, 0 if all went well. If a rank does not answer, all
        processes of the job end here, with this code. NULL is fine."""
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
        """Is it this rank that should tell a person what went wrong, so that it is said once? Rank 0,
        unless it is rank 0 that was lost; 1 for NULL."""
        ...
    def adrop_comm_measure_sized(self, ctx: Any, comm: Any, numbers: int, cost: Any, size: int) -> int:
        """What the ranks cost each other, measured: the least of several times. All ranks call it."""
        ...
    def adrop_model_opts_init_sized(self, opts: Any, size: int) -> None:
        """mlp:800,800 with advanced dropout on 784 inputs and 10 classes, batch 256."""
        ...
    def adrop_model_options(self) -> Any:
        """Its option table (option.h): all but the texts model and dropout, which must be given, and
        seed, of which any will do."""
        ...
    def adrop_model_create(self, ctx: Any, opts: Any, out: Any) -> int:
        """ADROP_ENOENT or ADROP_EINVAL for an unknown model or technique, settings out of range
        or a precision this CPU lacks; ADROP_ESHAPE for inputs too small for the network or a
        width that leaves a layer empty; ADROP_ENOMEM, with the number, for what does not fit."""
        ...
    def adrop_model_free(self, m: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_model_plan(self, m: Any, rows: int) -> int:
        """Settle operations and memory for calls of that many rows: otherwise the first such
        call does. ADROP_ESHAPE if rows is 0 or above the options' batch."""
        ...
    def adrop_batch_train_sized(self, b: Any, size: int, step: int, rows: int, x: Any, labels: Any) -> None:
        """Rows to train on, or to look at, with the members that these need set and the others 0."""
        ...
    def adrop_batch_input_sized(self, b: Any, size: int, pass_2: int, rows: int, x: Any) -> None:
        """Rows to train on, or to look at, with the members that these need set and the others 0."""
        ...
    def adrop_model_forward(self, m: Any, phase: int, b: Any) -> int:
        """Forward in any phase."""
        ...
    def adrop_model_outputs(self, m: Any) -> int | None:
        """What the last forward (or gradients) left: (rows, outputs). Lives until the next. NULL before the
        first, and after one that failed."""
        ...
    def adrop_model_loss(self, m: Any, b: Any, loss: Any) -> int:
        """The data loss of the outputs of the last forward, of as many rows; it may be infinite or NaN
        where outputs are. ADROP_EINVAL if there was none, and names a row whose
        label is not a class or whose target is not finite."""
        ...
    def adrop_model_backward_sized(self, m: Any, b: Any, losses: Any, size: int) -> int:
        """After forward in phase train on the same batch (step, rows, row numbers, x or the values of
        sparse rows): loss and gradients. ADROP_EINVAL if that was not the last pass, or the model was
        changed since. With shards, only adrop_model_gradients, which goes through them one by one."""
        ...
    def adrop_model_backward_from(self, m: Any, b: Any, dy: Any, dx: Any, extra: Any) -> int:
        """The same from a loss of the caller's own, which begins with its gradient dy, (rows,
        outputs): after a forward in phase train on the same batch. The parameters' gradients are
        those of the caller's loss and of what techniques and penalties add, which *extra is unless
        NULL. dx, (rows, channels, height, width) or NULL, becomes the gradient of the inputs, so
        that a network may stand inside another. The batch needs no labels and no targets.
        ADROP_EINVAL if no such forward came before, if dx is asked of a model whose options do not
        have input_gradient, or with several shards; ADROP_ENUMERIC if dy is not finite."""
        ...
    def adrop_model_gradients_sized(self, m: Any, b: Any, losses: Any, size: int) -> int:
        """forward, loss and backward, by shards. Gradients are those of data + extra. ADROP_ENUMERIC
        names a row whose input is not finite, here as in a forward in phase train, unless the options
        have no_finite_check; and if the loss is not finite, which *losses then has, here as in
        adrop_model_backward."""
        ...
    def adrop_optimizer_name(self, i: int) -> Text | None:
        """The optimisers, by number from 0; NULL past the last."""
        ...
    def adrop_optimizer_summary(self, i: int) -> Text | None:
        """The optimisers, by number from 0; NULL past the last."""
        ...
    def adrop_model_optimizer(self, m: Any, text: Text | Array[c_char] | None) -> int:
        """Choose the optimiser: "sgd:momentum=0.9", "adam". Its state starts at zero."""
        ...
    def adrop_rates_init_sized(self, rates: Any, size: int) -> None:
        """lr 0.01, weight decay 5e-4; dropout 1e-4 and none; no clipping."""
        ...
    def adrop_model_step(self, m: Any, rates: Any, norm: Any) -> int:
        """One optimiser step, then running averages and ranges. *norm, unless NULL, is the
        gradient's norm, which is computed only for clip or norm. ADROP_EINVAL for rates out of
        range; ADROP_ENUMERIC, and nothing is changed, if a gradient is not finite; its tensor is named.
        With no_finite_check in the model's options only a norm that is asked for is looked at."""
        ...
    def adrop_response_init_sized(self, response: Any, size: int) -> None:
        """lr 0.01, horizon 10, step 0.2, reach 0.1, not ahead, with noise."""
        ...
    def adrop_model_response(self, m: Any, b: Any, other: Any, response: Any, moved: Any) -> int:
        """The parameters of `advanced-cross` (`adrop list techniques`) do not follow the gradient of the
        loss, for at fixed weights noise only costs. They follow the loss on other training rows after a
        step on these ones. In a program's own loop, every eighth step or so:

            adrop_model_response(m, &b, &other, &opts, NULL);        // before those of the step itself
            adrop_model_gradients(m, &b, &loss);
            adrop_model_step(m, &r, NULL);

        b is the batch of the step, other one of other rows with the same number of the step; its noise
        has an address of its own. Three passes; the weights, running averages and the optimiser's state
        stay as they are. The gradients are spoilt, but for those of the parameters that moved, which are
        the response's. r_drop of the batches is left out.

        Nothing moves, and *moved (unless NULL) is 0, in a network without such a technique, at strength
        0, with fewer than 8 rows in either batch, before the first step of adam, and where a loss or a
        gradient is not finite. ADROP_EINVAL if no optimiser was chosen or a setting is out of range, and
        what adrop_model_gradients returns; the weights are as before."""
        ...
    def adrop_model_n_tensors(self, m: Any) -> int: ...
    def adrop_model_tensor_sized(self, m: Any, i: int, info: Any, size: int) -> int:
        """Tensor i: a listing."""
        ...
    def adrop_model_get(self, m: Any, i: int, values: Any) -> int:
        """Copy values or gradients out, or values in, (n), PyTorch's layout. ADROP_EINVAL for a
        tensor that is not there, and for the gradients of buffers, which have none. ADROP_ENUMERIC if a
        new value is not finite."""
        ...
    def adrop_model_get_gradient(self, m: Any, i: int, values: Any) -> int:
        """Copy values or gradients out, or values in, (n), PyTorch's layout. ADROP_EINVAL for a
        tensor that is not there, and for the gradients of buffers, which have none. ADROP_ENUMERIC if a
        new value is not finite."""
        ...
    def adrop_model_set(self, m: Any, i: int, values: Any) -> int:
        """Copy values or gradients out, or values in, (n), PyTorch's layout. ADROP_EINVAL for a
        tensor that is not there, and for the gradients of buffers, which have none. ADROP_ENUMERIC if a
        new value is not finite."""
        ...
    def adrop_model_view_sized(self, m: Any, name: Text | Array[c_char] | None, view: Any, size: int) -> int:
        """The view of the tensor of that name. Its pointer lives as long as the model; its values are the
        model's at every time, and change with them, during a step or while a file is taken over.
        ADROP_ENOENT if no tensor has the name; ADROP_EINVAL for the weights of convolutions and of
        layers that read sparse rows, which have another layout: adrop_model_get copies them. *view is
        all zero after a failure."""
        ...
    def adrop_model_save(self, m: Any, path: Text | Array[c_char] | None) -> int:
        """The model as a safetensors file: its tensors, with checksums, and in the metadata what it is
        (model and dropout texts, where dropout sits, shape, outputs, loss, schema), so that it can be
        made from the file alone. No date, path, host or number of threads is in it: equal models are
        equal files. What is written can be opened: ADROP_ENUMERIC, naming the tensor, and the old file
        stays, if a value is not finite."""
        ...
    def adrop_model_write(self, m: Any, bytes: Any, size: Any) -> int:
        """The bytes of that file; *bytes is freed with adrop_free."""
        ...
    def adrop_model_load(self, m: Any, path: Text | Array[c_char] | None) -> int:
        """Take the values of a file, or of a checkpoint, into a model that was made alike. Refuses, and
        changes nothing, unless every tensor is there with its shape and finite values. A model without
        dropout ("none") also takes what was trained with a technique that is the identity in phase mean:
        the technique's own tensors are left out, which is logged; others are ADROP_EINVAL. Files of
        older versions, without metadata, are fine."""
        ...
    def adrop_model_file_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_model_file_options(self) -> Any:
        """Its option table (option.h): batch and precision. dropout is a text, or NULL."""
        ...
    def adrop_model_open_file(self, ctx: Any, path: Text | Array[c_char] | None, opts: Any, out: Any) -> int:
        """Make the model that a file, a checkpoint or a buffer with the bytes of one holds. opts may be
        NULL: the defaults. ADROP_EIO if the file cannot be read; ADROP_EFORMAT, with file, field and
        reason, if anything in it is not as it should be (it is not trusted: the network it asks for is
        compared with the tensors it has before memory is taken), or if it does not say which model it
        holds. *out is NULL after a failure."""
        ...
    def adrop_model_read(self, ctx: Any, bytes: Any, size: int, opts: Any, out: Any) -> int:
        """Make the model that a file, a checkpoint or a buffer with the bytes of one holds. opts may be
        NULL: the defaults. ADROP_EIO if the file cannot be read; ADROP_EFORMAT, with file, field and
        reason, if anything in it is not as it should be (it is not trusted: the network it asks for is
        compared with the tensors it has before memory is taken), or if it does not say which model it
        holds. *out is NULL after a failure."""
        ...
    def adrop_model_schema(self, m: Any) -> Text | None:
        """What raw rows and outputs mean: shape, transforms, names of classes and columns, the target's
        units, as JSON. A trainer sets it from its data, a file carries it, a predictor
        (adrop/predict.h) reads it. NULL: not said. The text lives until it is set again."""
        ...
    def adrop_model_set_schema(self, m: Any, json: Text | Array[c_char] | None) -> int:
        """What raw rows and outputs mean: shape, transforms, names of classes and columns, the target's
        units, as JSON. A trainer sets it from its data, a file carries it, a predictor
        (adrop/predict.h) reads it. NULL: not said. The text lives until it is set again."""
        ...
    def adrop_model_network(self, m: Any, text: Any) -> int:
        """The network as a text, "net:conv out=64 ..; ..", that makes the same network again: the same
        tensors, initial weights and noise (docs/networks.md has its grammar). *text is freed with
        adrop_free."""
        ...
    def adrop_model_describe_sized(self, m: Any, info: Any, size: int) -> None: ...
    def adrop_model_layer_sized(self, m: Any, i: int, info: Any, size: int) -> int: ...
    def adrop_model_clock(self, m: Any, on: int) -> int:
        """Start or stop the clock that adds up the times of layers; starting sets them to 0."""
        ...
    def adrop_model_dropout_name(self, m: Any, i: int) -> Text | None:
        """The techniques in the network, by number: the distribution of a unit's mask and the mean rate,
        as in adrop/dropout.h."""
        ...
    def adrop_model_dropout_rate(self, m: Any, i: int) -> float:
        """The techniques in the network, by number: the distribution of a unit's mask and the mean rate,
        as in adrop/dropout.h."""
        ...
    def adrop_model_dropout_extra(self, m: Any, i: int) -> float:
        """What technique i added to the loss at the last adrop_model_gradients, adrop_model_backward or
        adrop_model_backward_from (adrop_losses: extra is their sum, with R-Drop's); 0 before the first.
        NaN: there is no such technique."""
        ...
    def adrop_model_dropout_moments_sized(self, m: Any, i: int, unit: int, moments: Any, size: int) -> int:
        """What technique i added to the loss at the last adrop_model_gradients, adrop_model_backward or
        adrop_model_backward_from (adrop_losses: extra is their sum, with R-Drop's); 0 before the first.
        NaN: there is no such technique."""
        ...
    def adrop_model_dropout_average_sized(self, m: Any, i: int, moments: Any, size: int) -> int:
        """The same numbers, each averaged over the units: what an epoch line says."""
        ...
    def adrop_model_dropout_density(self, m: Any, i: int, n: int, density: Any) -> int:
        """The masks of technique i where more of them is learned than mu and sigma, as with map=spline:
        density[k], the share of mass in [k / n, (k + 1) / n] times n, averaged over the units. 0: there
        is no such technique, or no more is learned."""
        ...
    def adrop_model_set_dropout_strength(self, m: Any, strength: float) -> int:
        """How much of their technique the dropout layers have from now on, in [0, 1], as
        adrop_dropout_set_strength says. A model's file keeps it. ADROP_EINVAL, ADROP_ENOMEM."""
        ...
    def adrop_model_dropout_strength(self, m: Any) -> float:
        """How much of their technique the dropout layers have from now on, in [0, 1], as
        adrop_dropout_set_strength says. A model's file keeps it. ADROP_EINVAL, ADROP_ENOMEM."""
        ...
    def adrop_peak_gflops(self, ctx: Any, rounds: int, gflops: Any) -> int:
        """What a step is measured by: GFLOP a second of float matrix products on the context's
        threads, the best of so many rounds over 256 x 800 x 800 and 1024^3."""
        ...
    def adrop_architecture_count(self) -> int: ...
    def adrop_architecture_at_sized(self, i: int, info: Any, size: int) -> int: ...
    def adrop_graph_create(self, ctx: Any, out: Any) -> int:
        """A graph without layers. *out is NULL after a failure, here as in all calls that make one."""
        ...
    def adrop_graph_free(self, g: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_graph_add(self, g: Any, name: Text | Array[c_char] | None, layer: Text | Array[c_char] | None, from_3: Text | Array[c_char] | None) -> int:
        """Add a layer: its kind and settings, "conv 16 3 pad=1" or "conv out=16 kernel=3 pad=1". name is
        that of its tensors ("a.weight") and what later layers call it; NULL: it is called by its kind
        and number. from names the earlier layers that it reads, "a, b"; "input" is the network's input;
        NULL: it reads the layer before it. "maps channels-last", before the first layer, is no layer but
        the order in which maps lie in memory. The texts are copied. ADROP_ENOENT or ADROP_EINVAL, and
        the graph is as it was, for a kind, a setting or an input that is not there, with the nearest
        that is."""
        ...
    def adrop_graph_read(self, ctx: Any, text: Text | Array[c_char] | None, out: Any) -> int:
        """The layers of "net:..", or of a YAML file by its name, "net.yaml". ADROP_EFORMAT names file,
        line, layer and reason; ADROP_EIO if the file cannot be read."""
        ...
    def adrop_graph_of(self, ctx: Any, opts: Any, out: Any) -> int:
        """The layers of any model: opts->model may be a built-in architecture, "vgg16:width=0.5". Of the
        options model, dropout, dropout_at, the input's shape and outputs are read. A model that is made
        from the graph with the same options is the same, bit for bit; the graph suits inputs and
        outputs of other sizes, too. Layers whose technique is the one of the options are a `dropout`
        without a technique."""
        ...
    def adrop_graph_count(self, g: Any) -> int:
        """Layers, without the input."""
        ...
    def adrop_graph_layer_sized(self, g: Any, i: int, info: Any, size: int) -> int:
        """Layer i, from 1 to count: a listing. The text lives as long as the graph."""
        ...
    def adrop_graph_text(self, g: Any, text: Any) -> int:
        """The graph as a text for adrop_model_opts.model, "net:..", and as a YAML file. Freed with
        adrop_free."""
        ...
    def adrop_graph_yaml(self, g: Any, yaml: Any) -> int:
        """The graph as a text for adrop_model_opts.model, "net:..", and as a YAML file. Freed with
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
        """A data set of rows in memory; how may be NULL for the defaults. ADROP_EINVAL for arrays that are
        missing or do not agree, values that are not finite, labels out of range, settings that do not
        fit, and for an empty training part; *out is NULL after a failure.

        What the arrays hold is summed (adrop_data_file_at: one entry with the name, XXH3_64bits): by
        that a run knows its rows again, as it knows files."""
        ...
    def adrop_data_view(self, ctx: Any, base: Any, opts: Any, out: Any) -> int:
        """The same rows, split and scaled in another way; they are shared, not copied. Parts that came with
        the rows stay. What was fitted for a model that was read stays, too. How may be NULL for the
        defaults; adrop_data_split has what base was split by. A view and its base are freed in any
        order, and by any thread if their allocators allow it."""
        ...
    def adrop_data_split_sized(self, data: Any, opts: Any, size: int) -> None:
        """How a data set was split and scaled."""
        ...
    def adrop_data_free(self, data: Any) -> None:
        """NULL is fine. Batches must have been freed before."""
        ...
    def adrop_data_describe_sized(self, data: Any, info: Any, size: int) -> None:
        """The texts live as long as the data."""
        ...
    def adrop_data_rows(self, data: Any, part: int, n: Any) -> int | None:
        """The rows of a part in ascending order, n of them; NULL and 0 for what is no part."""
        ...
    def adrop_data_class_name(self, data: Any, label: int) -> Text | None:
        """"cat"; a table's column, "" where it has no header. NULL beyond the last."""
        ...
    def adrop_data_column_name(self, data: Any, column: int) -> Text | None:
        """"cat"; a table's column, "" where it has no header. NULL beyond the last."""
        ...
    def adrop_data_column_at_sized(self, data: Any, i: int, column: Any, size: int) -> int:
        """The columns of a table as its file has them, inputs or not: a listing, 0 beyond the last."""
        ...
    def adrop_data_row_name(self, data: Any, row: int) -> Text | None:
        """What a row is called: its value in the column `id` of a table; the name of its file where images
        were opened to be predicted (adrop_run_open_inputs); NULL where rows have numbers alone."""
        ...
    def adrop_data_row_line(self, data: Any, row: int) -> int:
        """The line of a text file that a row stands on, from 1 on; known where a table was opened to be
        predicted. 0: not known."""
        ...
    def adrop_data_label(self, data: Any, row: int) -> int:
        """One row. The label is -1 for regression (and for a class that is unknown to
        a run: adrop_run_open_inputs), the target NaN for classification and in the target's
        own units otherwise; -1 and NaN beyond the last row."""
        ...
    def adrop_data_target(self, data: Any, row: int) -> float:
        """One row. The label is -1 for regression (and for a class that is unknown to
        a run: adrop_run_open_inputs), the target NaN for classification and in the target's
        own units otherwise; -1 and NaN beyond the last row."""
        ...
    def adrop_data_target_at(self, data: Any, row: int, target: int) -> float:
        """The same for one of several targets, from 0 on; NaN beyond the last."""
        ...
    def adrop_data_target_name(self, data: Any, target: int) -> Text | None:
        """What a target is called, or the only one, or what classes are of; NULL where it has no name."""
        ...
    def adrop_data_has_class(self, data: Any, row: int, label: int) -> int:
        """Does a row have the class? 0 beyond the last row or class. Of a row that may have several,
        adrop_data_label is the first it has, or 0."""
        ...
    def adrop_data_row(self, ctx: Any, data: Any, row: int, x: Any) -> int:
        """x (channels, height, width), scaled, without augmentation. ADROP_EINVAL for a row
        that is not there; ADROP_EFORMAT or ADROP_EIO if it has to be decoded and cannot. ctx is the
        calling thread's."""
        ...
    def adrop_data_pixels(self, ctx: Any, data: Any, row: int, pixels: Any) -> int:
        """The row's bytes as they are, (channels, height, width); ADROP_EINVAL if rows are
        not bytes."""
        ...
    def adrop_data_moments(self, data: Any, channel: int, mean: Any, deviation: Any) -> None:
        """The mean and standard deviation of a channel or column over the training rows, in units of
        the scaled input before it was standardised (pixels: p / top); NaN unless the
        input scale is standard, and beyond the last channel."""
        ...
    def adrop_batches_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_batches_options(self) -> Any:
        """Its option table (option.h): all but seed, of which any will do, and the flags of augment."""
        ...
    def adrop_batches_create(self, ctx: Any, data: Any, opts: Any, out: Any) -> int:
        """opts may be NULL for the defaults. ctx is the calling thread's: it gets messages and gives
        memory, also to later calls, and must outlive the batches. ADROP_EINVAL for an empty part,
        augmentation of what is no image, or settings out of range. Batches depend on the seed, the epoch
        and the part alone: not on workers, not on ahead. With workers, images that are decoded when
        needed take memory from the context's allocator in several threads at once."""
        ...
    def adrop_batches_free(self, batches: Any) -> None:
        """Ends the workers. NULL is fine."""
        ...
    def adrop_batches_count(self, batches: Any) -> int:
        """Batches of an epoch."""
        ...
    def adrop_batches_begin(self, batches: Any, epoch: int, first: int) -> int:
        """Start an epoch at one of its batches: 0, or where a run was interrupted."""
        ...
    def adrop_batches_next_sized(self, batches: Any, batch: Any, size: int) -> int:
        """The next batch of the epoch. A file that cannot be decoded is a status here."""
        ...
    def adrop_batches_peek_sized(self, batches: Any, batch: Any, size: int) -> int:
        """The batch that adrop_batches_next will give next, while the last one it gave stays as it is; at
        the end of an epoch its first batch again. It is prepared once, but for that. ADROP_EINVAL unless
        the options have peeks."""
        ...
    def adrop_trainer_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_trainer_options(self) -> Any: ...
    def adrop_trainer_create(self, ctx: Any, data: Any, model: Any, opts: Any, out: Any) -> int:
        """Make a trainer with a model of its own. Of the model's options model, dropout, dropout_at,
        shards, precision and direct count; shape, outputs, loss, batch, n_train and seed are those of
        the data and of opts. opts may be NULL: the defaults. The data must outlive the trainer and may
        be shared with others, in other contexts too: they are only read.

        ADROP_EINVAL for settings that do not go together or do not fit the data, ADROP_ENOMEM, with
        what is needed and what there is, for what cannot fit, and what adrop_model_create returns.
        *out is NULL after a failure."""
        ...
    def adrop_trainer_create_on(self, ctx: Any, data: Any, model: Any, opts: Any, out: Any) -> int:
        """The same with a model that exists, starting from its weights. It is borrowed: it must outlive
        the trainer and be of the same context; its optimiser, its schema and no_finite_check are set
        anew. The batch is at most the model's. ADROP_ESHAPE if its inputs or outputs are not those of
        the data."""
        ...
    def adrop_trainer_free(self, t: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_trainer_model(self, t: Any) -> int | None: ...
    def adrop_trainer_data(self, t: Any) -> int | None: ...
    def adrop_trainer_hooks_init_sized(self, hooks: Any, size: int) -> None: ...
    def adrop_trainer_watch(self, t: Any, hooks: Any) -> int:
        """From now on; NULL: none."""
        ...
    def adrop_trainer_step_sized(self, t: Any, step: Any, size: int) -> int:
        """One step of the optimiser on the next batch. After the last step of an epoch the next one
        begins, without evaluation, unless adrop_trainer_epoch came between.

        ADROP_ENUMERIC if the loss or an input is not finite (the message names the step, and the layer
        or the row): the weights are those before the step. ADROP_EINVAL if all epochs are done."""
        ...
    def adrop_trainer_epoch_sized(self, t: Any, epoch: Any, size: int) -> int:
        """The steps that are left of the epoch, and its evaluation on validation and test rows.
        ADROP_EINTR if stop said so before its end: what was done stays, and the next call continues.

        With keep_best the last call gives the model the best epoch's weights; the last epoch's are
        kept, and saved, for a training that continues with more epochs."""
        ...
    def adrop_trainer_run(self, t: Any) -> int:
        """All that is left. ADROP_EINTR as above."""
        ...
    def adrop_trainer_is_done(self, t: Any) -> int:
        """1 when all epochs are done, or patience has run out."""
        ...
    def adrop_trainer_evaluate_sized(self, t: Any, part: int, score: Any, size: int) -> int: ...
    def adrop_trainer_describe_sized(self, t: Any, info: Any, size: int) -> None: ...
    def adrop_trainer_save(self, t: Any, path: Text | Array[c_char] | None) -> int:
        """Everything that is needed to resume with the same bits, in one file, which is replaced whole or
        not at all: weights, the optimiser's state, where training stands, the settings. It can be
        opened as a model, too (adrop/model.h, adrop/predict.h). ADROP_EDISK when the disk is full."""
        ...
    def adrop_trainer_resume(self, t: Any, path: Text | Array[c_char] | None) -> int:
        """Resume from a checkpoint, in a trainer that was made alike. ADROP_EFORMAT for a file that is no
        checkpoint, is damaged, or is of another model; ADROP_EINVAL, naming the setting, if one that
        changes what is computed differs (epochs, patience and workers may). Nothing is changed then."""
        ...
    def adrop_units_create(self, m: Any, out: Any) -> int:
        """The units of a model's network. They are for that model, and to be freed before it."""
        ...
    def adrop_units_free(self, units: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_units_count(self, units: Any) -> int: ...
    def adrop_unit_at_sized(self, units: Any, i: int, unit: Any, size: int) -> int:
        """Unit i: a listing, by layer, then by channel."""
        ...
    def adrop_model_compact(self, m: Any, units: Any, char: int, keep: Any, out: Any) -> int:
        """A network without the units whose byte of keep is 0, with the values of what stays. It computes
        what the whole network computes after adrop_model_clear_units, but for the rounding of sums. It
        is an ordinary model: its text (adrop_model_network) says its layers, and it can be saved,
        trained, and compacted again. ADROP_EINVAL, with the layer's name, if one would have no units
        left."""
        ...
    def adrop_model_clear_units(self, m: Any, units: Any, char: int, keep: Any) -> int:
        """Set to zero what belongs to the units that go: their incoming and outgoing weights, biases, scale
        and shift of batch norms, and the techniques' parameters. The network keeps its size."""
        ...
    def adrop_model_keep_zeros(self, m: Any, zeros: Any) -> int:
        """From now on weights of dense layers and convolutions that are zero stay zero in every
        adrop_model_step: their gradients are set to zero, so that momentum and decay leave them alone.
        *zeros, unless NULL, is how many. To be called before the first step of an optimiser; a call
        looks at the weights anew."""
        ...
    def adrop_model_sparse_weights(self, m: Any, weights: int, layers: Any) -> int:
        """Do so in phases mean and sample from now on, until weights are set, loaded or trained: then all
        is as before. *layers, unless NULL, is how many dense layers are concerned. A new model does not;
        predictors that are opened (adrop/predict.h) and runs (adrop/train.h) do, by auto, unless told.
        In bf16 no layer does."""
        ...
    def adrop_criterion_at_sized(self, i: int, info: Any, size: int) -> int:
        """Criterion i: a listing."""
        ...
    def adrop_choose_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_choose_options(self) -> Any:
        """Its option table (option.h): all but criterion, which must be given, and data."""
        ...
    def adrop_units_choose(self, m: Any, units: Any, opts: Any, char: int, keep: Any, removed: Any) -> int:
        """Which units stay: keep, one byte per unit, is 0 for round(rate / 100 * units) of them, or as many
        of each layer. The last unit of a layer always stays. *removed, unless NULL, is how many go.
        ADROP_ENOENT for an unknown criterion, ADROP_EINVAL if it cannot rank this model's units."""
        ...
    def adrop_weights_choose(self, m: Any, opts: Any, removed: Any) -> int:
        """The same for single weights of dense layers and convolutions that are not zero: those that go
        are set to zero."""
        ...
    def adrop_predictor_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_predictor_options(self) -> Any:
        """Its option table (option.h): all but dropout, which is a text, or NULL."""
        ...
    def adrop_predictor_open(self, ctx: Any, path: Text | Array[c_char] | None, opts: Any, out: Any) -> int:
        """From a run directory (its model or, if it is not done, its newest checkpoint that verifies) or
        from a file; from a buffer with the bytes of one. opts may be NULL: the defaults. ADROP_EIO for
        what cannot be read, ADROP_EFORMAT, with file, field and reason, for what is not as it should be.
        *out is NULL after a failure."""
        ...
    def adrop_predictor_read(self, ctx: Any, bytes: Any, size: int, opts: Any, out: Any) -> int:
        """From a run directory (its model or, if it is not done, its newest checkpoint that verifies) or
        from a file; from a buffer with the bytes of one. opts may be NULL: the defaults. ADROP_EIO for
        what cannot be read, ADROP_EFORMAT, with file, field and reason, for what is not as it should be.
        *out is NULL after a failure."""
        ...
    def adrop_predictor_create(self, ctx: Any, model: Any, out: Any) -> int:
        """From a model in memory, which is borrowed and must outlive the predictor. What raw rows mean is
        its schema (adrop_model_schema); without one rows are the network's inputs and values its
        outputs."""
        ...
    def adrop_predictor_share(self, p: Any, ctx: Any, out: Any) -> int:
        """Another predictor that reads the same weights, for another thread with a context of its own.
        p must not be in use during the call; afterwards the two have nothing in common that is written,
        and are freed in any order, by any thread if the allocator of p's context allows it. A model that
        was borrowed must not be trained meanwhile. ADROP_EINVAL if the contexts have different numbers
        of threads and the network's layout depends on them."""
        ...
    def adrop_predictor_free(self, p: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_predictor_describe_sized(self, p: Any, info: Any, size: int) -> None: ...
    def adrop_predictor_class_name(self, p: Any, i: int) -> Text | None:
        """NULL beyond the last, and where there are no names."""
        ...
    def adrop_predictor_column_name(self, p: Any, i: int) -> Text | None:
        """NULL beyond the last, and where there are no names."""
        ...
    def adrop_predictor_target_name(self, p: Any, i: int) -> Text | None:
        """NULL beyond the last, and where there are no names."""
        ...
    def adrop_predictor_word(self, p: Any, column: int, i: int) -> Text | None:
        """The words that raw values of a column number; NULL beyond the last, and of columns of numbers."""
        ...
    def adrop_predictor_model(self, p: Any) -> int | None: ...
    def adrop_predictor_terms(self, p: Any, n: int, terms: Any, weights: Any) -> int:
        """Of a model of documents, the n terms that speak most for each output, the strongest first: terms
        (outputs, n), which live as long as the predictor, NULL where there are fewer, and their weights
        (outputs, n). Those are of the layer that reads the terms; of a network with hidden layers, of
        all paths through them as if every unit were on. ADROP_EINVAL for a model of other rows, for
        features that keep no terms (hash:B), and for a network that is no chain of dense layers."""
        ...
    def adrop_predictor_predict(self, p: Any, n: int, rows: Any, row_numbers: Any, samples: int, mean: Any, std: Any) -> int:
        """Predictions of n raw rows (n, channels, height, width): mean (n, outputs), probabilities of the
        classes or values in the target's units, and std (n, outputs), their standard deviations over
        `samples` noisy passes; samples 0, or a model without a random layer: one pass without noise,
        and zeros. std may be NULL.
        row_numbers (n) address the noise; NULL: 0, 1, ...

        ADROP_ENUMERIC, naming the row, for an input or an output that is not finite. Inputs are looked
        at before anything is written; after a failure on the way (an output, memory) mean and std hold
        NaN. Bytes are for models of pixels: ADROP_EINVAL otherwise. Floats with the values of bytes give
        the same bits."""
        ...
    def adrop_predictor_predict_bytes(self, p: Any, n: int, rows: Any, row_numbers: Any, samples: int, mean: Any, std: Any) -> int:
        """Predictions of n raw rows (n, channels, height, width): mean (n, outputs), probabilities of the
        classes or values in the target's units, and std (n, outputs), their standard deviations over
        `samples` noisy passes; samples 0, or a model without a random layer: one pass without noise,
        and zeros. std may be NULL.
        row_numbers (n) address the noise; NULL: 0, 1, ...

        ADROP_ENUMERIC, naming the row, for an input or an output that is not finite. Inputs are looked
        at before anything is written; after a failure on the way (an output, memory) mean and std hold
        NaN. Bytes are for models of pixels: ADROP_EINVAL otherwise. Floats with the values of bytes give
        the same bits."""
        ...
    def adrop_sample_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_sample_options(self) -> Any:
        """Its option table (option.h): every member is a row."""
        ...
    def adrop_predictor_sample(self, p: Any, opts: Any, n: int, rows: Any, row_numbers: Any, out: Any) -> int:
        """adrop_predictor_predict with these measures. ADROP_EINVAL for samples of a model that has no
        random layer."""
        ...
    def adrop_predictor_draw(self, p: Any, opts: Any, n: int, rows: Any, row_numbers: Any, out: Any, passes: Any) -> int:
        """The passes of adrop_predictor_predict with as many samples: same noise, same bits; the mean it
        gives is m_S of m_k = m_(k - 1) + (draw_k - m_(k - 1)) / k, from 0. opts as for
        adrop_predictor_sample, but for by_moments, which has no passes; NULL: the defaults.

        *passes (may be NULL) is S: opts->samples; 1 without samples or without a random layer; at
        most the members of a technique whose masks are fixed. Draws are packed for that S.

        ADROP_EINVAL, besides, for draws and quantiles that are both NULL, and for an at[i] out of range.
        ADROP_ENUMERIC as adrop_predictor_predict; after a failure on the way the arrays hold NaN."""
        ...
    def adrop_raw_rows_init_sized(self, rows: Any, size: int) -> None: ...
    def adrop_predictor_predict_rows(self, p: Any, rows: Any, samples: int, mean: Any, std: Any) -> int:
        """adrop_predictor_predict, _sample and _draw of such rows. ADROP_EINVAL, besides, naming row and
        field, for rows that are not as they should be, and for a form that the model does not read."""
        ...
    def adrop_predictor_sample_rows(self, p: Any, opts: Any, rows: Any, out: Any) -> int:
        """adrop_predictor_predict, _sample and _draw of such rows. ADROP_EINVAL, besides, naming row and
        field, for rows that are not as they should be, and for a form that the model does not read."""
        ...
    def adrop_predictor_draw_rows(self, p: Any, opts: Any, rows: Any, out: Any, passes: Any) -> int:
        """adrop_predictor_predict, _sample and _draw of such rows. ADROP_EINVAL, besides, naming row and
        field, for rows that are not as they should be, and for a form that the model does not read."""
        ...
    def adrop_export_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_export_options(self) -> Any:
        """Its option table (option.h): format and samples."""
        ...
    def adrop_model_export(self, m: Any, opts: Any, path: Text | Array[c_char] | None) -> int:
        """Write the file, whole or not at all. opts may be NULL: the defaults. Memory is that of the
        largest tensor. ADROP_EINVAL, with what can be exported, for passes of a technique that has no
        form in a graph or of a network without noise; ADROP_ENUMERIC, naming the tensor, for weights
        that are not finite; ADROP_EDISK for a file that cannot be written."""
        ...
    def adrop_model_import(self, ctx: Any, path: Text | Array[c_char] | None, opts: Any, out: Any) -> int:
        """The model of an ONNX file, freed with adrop_model_free; opts may be NULL. A file that
        adrop_model_export wrote gives the model back, to the bit. Any other becomes a network of layers
        with its weights, without a schema: `adrop_model_network` gives its text. ADROP_EFORMAT for a
        file that is broken; ADROP_EINVAL, naming them, for nodes that no layer computes."""
        ...
    def adrop_calibration_open(self, ctx: Any, run: Text | Array[c_char] | None, model: Any, samples: int, out: Any) -> int:
        """Of the run in a folder, for predictions of this model by so many samples. ADROP_EINVAL, with what
        to do, if the run was not calibrated, if it was with another number of passes, or if its model
        has changed since; ADROP_EFORMAT, with file, field and reason, for a file that is damaged."""
        ...
    def adrop_calibration_free(self, c: Any) -> None:
        """Of the run in a folder, for predictions of this model by so many samples. ADROP_EINVAL, with what
        to do, if the run was not calibrated, if it was with another number of passes, or if its model
        has changed since; ADROP_EFORMAT, with file, field and reason, for a file that is damaged."""
        ...
    def adrop_calibration_describe_sized(self, c: Any, info: Any, size: int) -> None: ...
    def adrop_calibration_sets(self, c: Any, kind: int, level: float, n: int, p: Any, rows: Any, member: Any) -> int:
        """Sets of n rows with probabilities p (n, classes): member (n, classes) 0 or 1; level in (0, 1).
        rows (n) address the random parts of APS and RAPS; NULL: 0, 1, ... With fewer calibration rows
        than the level needs every set is whole. ADROP_EINVAL for values."""
        ...
    def adrop_calibration_sets_with(self, c: Any, opts: Any, n: int, p: Any, rows: Any, member: Any) -> int:
        """The same by options: kind, level and whether sets may be empty (adrop_conformal_opts; NULL: the
        defaults). Penalty and number of free classes are those of the calibration, the defaults:
        ADROP_EINVAL for others. The seed is the calibration's own."""
        ...
    def adrop_calibration_intervals(self, c: Any, level: float, n: int, mean: Any, std: Any, low: Any, high: Any) -> int:
        """Intervals of n values: mean +- a multiple of the standard deviation, that of passes and of the
        noise together; infinite with fewer calibration rows than the level needs. ADROP_EINVAL for
        classes."""
        ...
    def adrop_calibration_threshold(self, c: Any, level: float, threshold: Any) -> int:
        """What sets and intervals of a level are made with, for programs that make them elsewhere
        (adrop_export_opts): the largest score of LAC, 1 - probability, or the multiple of the standard
        deviation. Infinite with fewer calibration rows than the level needs. ADROP_EINVAL for a level
        that is not between 0 and 1."""
        ...
    def adrop_data_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_data_opts_split_sized(self, opts: Any, split_opts: Any, size: int) -> None:
        """What they say of splitting and scaling: a view with it (rows.h) of a data set that was opened
        with options that otherwise are the same (but for `split` of uci sets) is what opening gives."""
        ...
    def adrop_data_options(self) -> Any:
        """The option table of adrop_data_opts (option.h), for command lines and files."""
        ...
    def adrop_data_open(self, ctx: Any, opts: Any, out: Any) -> int:
        """Read a data set. ADROP_ENOENT for a name that is unknown, or known but not found
        where it is looked for; ADROP_EIO for files that cannot be read; ADROP_EFORMAT for
        files that are not what they should be; ADROP_EINVAL for settings that do not fit
        the data. *out is NULL after a failure."""
        ...
    def adrop_data_n_files(self, data: Any) -> int:
        """What was read: path, length and XXH3_64bits of each file. A folder of images, whose
        files are too many to name, is one: xxh3 is the sum over the names and lengths of all
        files, contents that over the names, lengths and bytes of the images (0 elsewhere).
        A listing of adrop_data_n_files entries."""
        ...
    def adrop_data_file_at_sized(self, data: Any, i: int, file: Any, size: int) -> int:
        """What was read: path, length and XXH3_64bits of each file. A folder of images, whose
        files are too many to name, is one: xxh3 is the sum over the names and lengths of all
        files, contents that over the names, lengths and bytes of the images (0 elsewhere).
        A listing of adrop_data_n_files entries."""
        ...
    def adrop_known_data_at_sized(self, i: int, known: Any, size: int) -> int:
        """Names that can be asked for, and the formats: two listings."""
        ...
    def adrop_known_data_find(self, ctx: Any, name: Text | Array[c_char] | None, data_dir: Text | Array[c_char] | None, path: Text | Array[c_char] | None, size: int) -> int:
        """Where a known set would be read from, cut to size; "" if it is built in. ADROP_ENOENT
        if the name is not known or none of its places is there."""
        ...
    def adrop_data_format_at_sized(self, i: int, format: Any, size: int) -> int: ...
    def adrop_data_verify(self, ctx: Any, set: Text | Array[c_char] | None, path: Text | Array[c_char] | None, verdict: Any) -> int:
        """set is a known name; the file's own name says which sum is meant."""
        ...
    def adrop_unpack(self, ctx: Any, archive: Text | Array[c_char] | None, folder: Text | Array[c_char] | None) -> int:
        """Write the files of an archive (tar or zip, compressed or not) below a folder, which is made.
        Nothing is replaced: ADROP_EEXIST. Names that climb out, links, devices and bombs are refused."""
        ...
    def adrop_launch_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_launch_options(self) -> Any: ...
    def adrop_launch_rank(self, ranks: Any) -> int:
        """The number of this process among those that were started together, and how many they are, by the
        environment: mpirun's, srun's, or that of an array of Slurm jobs. 0 and 1 if it is alone."""
        ...
    def adrop_launch_open(self, ctx: Any, opts: Any, out: Any) -> int:
        """Workers for the runs of calls that are given them (`launch` of their hooks). ADROP_EEXIST if
        another program hands out the work of this folder; ADROP_EINVAL for mpi where nothing has started
        several processes, and for options of slurm that cannot be understood. Slurm jobs are submitted
        when there is a run to train. *out is NULL for local, and after a failure."""
        ...
    def adrop_launch_close(self, launch: Any) -> None:
        """The work is over: workers leave, after a checkpoint if they are at a run. NULL is fine."""
        ...
    def adrop_launch_script(self, ctx: Any, opts: Any, command: Text | Array[c_char] | None, text: Any) -> int:
        """A script for sbatch that does a whole experiment by an array of jobs, the first being the head.
        command: what each runs, the words as a shell reads them. Freed with adrop_free."""
        ...
    def adrop_worker_run(self, ctx: Any, folder: Text | Array[c_char] | None, number: int, session: Text | Array[c_char] | None, stop: Any, user: Any) -> int:
        """Be worker `number` of the experiment in folder until the head says that all is done. session: of
        the head that is served, as it gave it; NULL: whoever is the head. stop is asked often (NULL:
        never): not 0 saves and ends, with ADROP_EINTR. ADROP_ENETWORK if no head was heard of for ten
        minutes."""
        ...
    def adrop_worker_at_sized(self, ctx: Any, folder: Text | Array[c_char] | None, i: int, info: Any, size: int) -> int:
        """Worker i of the experiment in folder, while there is a head: a listing. Workers that have not
        begun yet (a Slurm job that waits) have no host."""
        ...
    def adrop_train_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_train_options(self) -> Any: ...
    def adrop_train_hooks_init_sized(self, hooks: Any, size: int) -> None: ...
    def adrop_train_sized(self, ctx: Any, data: Any, train: Any, hooks: Any, result: Any, size: int) -> int:
        """ADROP_EINTR when stop said so, with the result of what was done. ADROP_EINVAL for settings
        that do not go together or differ from those of the run to
        be resumed (the message says which), ADROP_EEXIST for a run that is there without
        resume or that another program works on, ADROP_ENUMERIC when the loss is not finite
        (the message names layer and step, and says whether a checkpoint is kept), ADROP_EDISK
        when a file cannot be written (the old checkpoint stays), ADROP_ENOMEM, with what is needed and
        what there is, before the first step if it cannot fit, and what opening the data and
        making the model may return."""
        ...
    def adrop_train_on_sized(self, ctx: Any, data: Any, opts: Any, train: Any, hooks: Any, result: Any, size: int) -> int:
        """The same on data that are open, which are only read: several runs, in contexts of their own,
        may share them. how says how they were opened, for the record; NULL: they are no file's, and
        the record has what adrop_data_describe and adrop_data_split say. A run is resumed on the rows it
        was begun with, by the sum of what the arrays hold, in the same parts: ADROP_EFORMAT and
        ADROP_EINVAL otherwise."""
        ...
    def adrop_train_resolve(self, ctx: Any, data: Any, train: Any) -> int:
        """Fill in what is left to the data, as adrop_train does, and check that the settings go together:
        what a run would be, before it begins."""
        ...
    def adrop_train_settings_sized(self, ctx: Any, path: Text | Array[c_char] | None, data: Any, data_size: int, train: Any, train_size: int) -> int:
        """The settings with which a run was begun, by its run.json, over the defaults: adrop_train with
        them, resume and perhaps more epochs resumes it. Their texts, data->data among them, live as long
        as the context. The data directory is not part of a record. ADROP_EIO or ADROP_EFORMAT if there
        is no run."""
        ...
    def adrop_run_open(self, ctx: Any, path: Text | Array[c_char] | None, data: Text | Array[c_char] | None, data_dir: Text | Array[c_char] | None, out: Any) -> int:
        """Read run.json and model.safetensors (or, of an unfinished run, the newest checkpoint
        that verifies), and a data set to test on: data, or the run's own if it is NULL. Rows are read
        with the run's settings and as those it was trained on: scaled by its means and
        standard deviations, classes by its numbers (found by name), targets in its units. run.json has
        kept them: where data is another set, the run's own need not be there. A run of an older adrop
        has not: then its own are read. ADROP_ESHAPE for rows of another shape, ADROP_EINVAL for a class
        that the run does not know. data_dir is where known names are looked for."""
        ...
    def adrop_run_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_run_options(self) -> Any:
        """Its option table (option.h): all but data and data_dir, which are texts, or NULL."""
        ...
    def adrop_run_open_with(self, ctx: Any, path: Text | Array[c_char] | None, opts: Any, out: Any) -> int:
        """adrop_run_open and adrop_run_open_inputs in one. The run's own data, unless all of their rows
        are wanted as inputs, must be those of its record: the same files with the same checksums, read
        where they were or, if that is gone, at the path that was typed. ADROP_EFORMAT names the file
        that changed, is missing or was added."""
        ...
    def adrop_run_open_on(self, ctx: Any, path: Text | Array[c_char] | None, data: Any, opts: Any, out: Any) -> int:
        """The same with rows that are open, in memory or read from files: read as those that the run was
        trained on, classes and words found by their names. Their parts are those of data; where they are
        the run's own (adrop_run_has_own_data), those that they had then: ADROP_EINVAL if neither the
        split of data nor the run's settings give them. data and data_dir of opts are not read. A view of
        data is made: data may be freed. ADROP_EINVAL for columns of other names, and for values that are
        missing if the run was trained without."""
        ...
    def adrop_run_has_own_data(self, run: Any) -> int:
        """Are the data those the run was trained on, in the files it read or in equal ones elsewhere? Then
        its training rows are among them."""
        ...
    def adrop_run_has_changed_data(self, run: Any) -> int:
        """Are the run's own data other than those it was trained on? Only where that was allowed."""
        ...
    def adrop_run_open_inputs(self, ctx: Any, path: Text | Array[c_char] | None, data: Text | Array[c_char] | None, data_dir: Text | Array[c_char] | None, all: int, out: Any) -> int:
        """The same for inputs to predict, whatever their classes: adrop_data_label is -1 for one
        that the run does not know. all: every row is wanted, so that the run's settings of
        splits and limits are left out."""
        ...
    def adrop_run_free(self, run: Any) -> None:
        """The same for inputs to predict, whatever their classes: adrop_data_label is -1 for one
        that the run does not know. all: every row is wanted, so that the run's settings of
        splits and limits are left out."""
        ...
    def adrop_run_model(self, run: Any) -> int | None: ...
    def adrop_run_data(self, run: Any) -> int | None: ...
    def adrop_run_setting(self, run: Any, key: Text | Array[c_char] | None) -> Text | None: ...
    def adrop_run_evaluate_sized(self, run: Any, part: int, result: Any, size: int, n: Any) -> int:
        """Results of a part, without noise, in the fields of test_*; n rows."""
        ...
    def adrop_run_predict(self, run: Any, n: int, x: Any, row_numbers: Any, samples: int, mean: Any, deviation: Any) -> int:
        """Predictions of rows (n, inputs as the data set scales them): probabilities of the
        classes, or values in the target's units, (n, outputs), and their standard deviation over
        `samples` noisy passes; samples 0: one pass without noise, standard deviations 0. row_numbers
        address the noise. `deviation` may be NULL."""
        ...
    def adrop_compare_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_compare_options(self) -> Any: ...
    def adrop_compare_create(self, ctx: Any, opts: Any, data: Any, train: Any, out: Any) -> int:
        """Plan a comparison: open each data set once, check every technique and network, find out
        what the folder has already. model, dropout, seed, out and resume of train are not read.
        ADROP_EINVAL for a technique, network or set that is there twice, for data sets of
        different tasks, and for a folder that was made with other settings (the message says
        which); more runs, techniques, networks and sets may be added to a folder."""
        ...
    def adrop_compare_on(self, ctx: Any, opts: Any, n: int, data: Any, split: Any, train: Any, out: Any) -> int:
        """The same on n data sets that are open, whose rows are shared: each by its name, which no other
        has; `data` of opts is left out. split says how they are split; NULL: as they were, which must be
        alike. Seeds of splits are those of the runs. A folder is continued on the same rows: sets of
        arrays are known by a sum of what they hold. Workers (adrop/launch.h) have no such rows:
        ADROP_EINVAL."""
        ...
    def adrop_compare_free(self, c: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_compare_run_at_sized(self, c: Any, i: int, run: Any, size: int) -> int:
        """Run i of the plan, choices first: a listing."""
        ...
    def adrop_compare_estimate(self, c: Any, seconds: Any) -> int:
        """Time a few steps of every cell that has runs to do, and say how many seconds the plan
        will take: of step times, jobs taken into account."""
        ...
    def adrop_compare_group_at_sized(self, c: Any, i: int, group: Any, size: int) -> int:
        """Group i: a listing."""
        ...
    def adrop_compare_settings(self, c: Any) -> Any:
        """The settings that it has, the baseline as it was found; and its context."""
        ...
    def adrop_compare_ctx(self, c: Any) -> int | None:
        """The settings that it has, the baseline as it was found; and its context."""
        ...
    def adrop_compare_techniques(self, ctx: Any, from_1: Any, to: Any) -> int:
        """The techniques that `dropout` of the settings names, one by one: a comma separates bare names,
        "all" is every one, and none is "advanced"."""
        ...
    def adrop_compare_hooks_init_sized(self, hooks: Any, size: int) -> None: ...
    def adrop_compare_go(self, c: Any, hooks: Any) -> int:
        """Do what is left to do. A run that fails is reported and skipped; the others continue.
        ADROP_EINTR when stop said so: all that was learned is in the folder."""
        ...
    def adrop_compare_time(self, c: Any, hooks: Any) -> int:
        """Time training steps, for every data set and network all techniques in turn, a block of
        steps each, timing_rounds times; the machine should have nothing else to do. The
        result is timing.json; one that is there and has all techniques is kept."""
        ...
    def adrop_compare_table(self, c: Any, metric: int) -> int:
        """Make the table from the runs that are done."""
        ...
    def adrop_compare_row_at_sized(self, c: Any, i: int, row: Any, size: int) -> int:
        """Row i of it: a listing. Texts and arrays live until the table is made anew."""
        ...
    def adrop_compare_metric(self, c: Any) -> Text | None:
        """"test_acc", "test_rmse", "best_test_acc", "test_top5": what the table holds."""
        ...
    def adrop_compare_less_is_better(self, c: Any) -> int:
        """Is less better?"""
        ...
    def adrop_options_read_sized(self, ctx: Any, table: Any, dst: Any, dst_size: int, path: Text | Array[c_char] | None) -> int:
        """Set fields from a flat YAML file of `key: value` lines. Refuses unknown and
        repeated keys, nested values and files over 1 MiB, naming file and line."""
        ...
    def adrop_figure_kind_name(self, i: int) -> Text | None:
        """The kinds of panels, by number from 0: what each is called, and what the points of a series mean
        in it ("line": points (x, y), joined in order). NULL past the last. `adrop list figures` prints
        them."""
        ...
    def adrop_figure_kind_summary(self, i: int) -> Text | None:
        """The kinds of panels, by number from 0: what each is called, and what the points of a series mean
        in it ("line": points (x, y), joined in order). NULL past the last. `adrop list figures` prints
        them."""
        ...
    def adrop_figure_create(self, ctx: Any, title: Text | Array[c_char] | None, out: Any) -> int:
        """title may be ""."""
        ...
    def adrop_figure_free(self, f: Any) -> None:
        """title may be ""."""
        ...
    def adrop_figure_panel(self, f: Any, kind: Text | Array[c_char] | None, title: Text | Array[c_char] | None) -> None:
        """One more panel, of the kind with that name; title may be "". Its axes are plain and without
        names."""
        ...
    def adrop_figure_axis(self, f: Any, axis: int, label: Text | Array[c_char] | None, flags: int) -> None:
        """The name of an axis of the last panel, with its unit; flags are ADROP_AXIS_*. A logarithmic axis
        leaves out what is not above 0."""
        ...
    def adrop_figure_range(self, f: Any, axis: int, low: float, high: float) -> None:
        """From where to where it goes; without it, as far as the data do."""
        ...
    def adrop_figure_mark(self, f: Any, axis: int, at: float, label: Text | Array[c_char] | None) -> None:
        """A line across the last panel at a value of an axis, with its name, which may be ""."""
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
        """A series of a band from several runs: at each x the mean of the runs that have a value, and one
        standard deviation (n - 1) to both sides; values (runs, n), NaN: none."""
        ...
    def adrop_figure_samples(self, f: Any, name: Text | Array[c_char] | None, style: int, n: int, values: Any, bins: int) -> None:
        """A series of a histogram: n values in bins of equal width (at most 65,536; 0: Freedman and
        Diaconis' number, 1 to 100), as a density: the area is 1."""
        ...
    def adrop_figure_is_empty(self, f: Any) -> int:
        """Has it not one value?"""
        ...
    def adrop_figure_look_init_sized(self, look: Any, size: int) -> None: ...
    def adrop_figure_write(self, f: Any, form: int, look: Any, text: Any) -> int:
        """The whole as one text, freed with adrop_free; look may be NULL."""
        ...
    def adrop_figure_css(self) -> Text | None:
        """The style sheet that figures in a page need, once."""
        ...
    def adrop_figure_save(self, f: Any, folder: Text | Array[c_char] | None, name: Text | Array[c_char] | None, look: Any) -> int:
        """Write FOLDER/NAME.svg and FOLDER/NAME.csv, each whole or not at all; the folder is made.
        ADROP_EEXIST if such a file is there that adrop has not made."""
        ...
    def adrop_figure_save_png(self, f: Any, folder: Text | Array[c_char] | None, name: Text | Array[c_char] | None, look: Any, scale: float) -> int:
        """The same as FOLDER/NAME.png, `scale` pixels for each of SVG's, by the program rsvg-convert
        (Debian: librsvg2-bin). ADROP_ENOENT, and a sentence, where that is not installed."""
        ...
    def adrop_figure_save_pdf(self, f: Any, folder: Text | Array[c_char] | None, name: Text | Array[c_char] | None, look: Any) -> int:
        """The same as FOLDER/NAME.pdf, a page as large as the figure."""
        ...
    def adrop_table_create(self, ctx: Any, title: Text | Array[c_char] | None, out: Any) -> int:
        """title may be ""."""
        ...
    def adrop_table_free(self, t: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_table_column(self, t: Any, align: Text, header: Text | Array[c_char] | None) -> int:
        """One more column, aligned 'l', 'r' or 'c'. ADROP_EINVAL once there are cells."""
        ...
    def adrop_table_rank(self, t: Any, rank: int) -> int:
        """How much the last column matters where a line is too short for all: 0, the default, stays; of
        the others the highest is left out first."""
        ...
    def adrop_table_fit(self, t: Any, columns: int) -> None:
        """The text styles keep to so many columns of a terminal; 0, the default: no limit. Columns with a
        rank are left out, and a note names them; where that is not enough, each row is written as
        lines of "header  cell"."""
        ...
    def adrop_table_rule(self, t: Any) -> int:
        """A line before the next row, between groups of rows. ADROP_EINVAL within a row."""
        ...
    def adrop_table_write(self, t: Any, style: int, ascii: int, text: Any) -> int:
        """The whole as one text, freed with adrop_free. ascii: the text styles write
        "+-" for "±" and '?' for what else is not ASCII; the others ignore it. ADROP_EINVAL if
        the last row lacks cells."""
        ...
    def adrop_document_create(self, ctx: Any, title: Text | Array[c_char] | None, out: Any) -> int:
        """title may be "". It is the first line for people; JSON and CSV leave it out."""
        ...
    def adrop_document_free(self, d: Any) -> None:
        """title may be "". It is the first line for people; JSON and CSV leave it out."""
        ...
    def adrop_document_group(self, d: Any, key: Text | Array[c_char] | None, heading: Text | Array[c_char] | None) -> None:
        """A group of facts and more. With a key it is an object in JSON, without one its members are those
        of the object around it. heading: a line in bold, above members that are indented; NULL: none."""
        ...
    def adrop_document_list(self, d: Any, key: Text | Array[c_char] | None, label: Text | Array[c_char] | None) -> None:
        """A list: an array in JSON; for people its values, separated by commas. Groups in it have no key."""
        ...
    def adrop_document_table(self, d: Any, key: Text | Array[c_char] | None, title: Text | Array[c_char] | None, traits: int) -> None:
        """A table: an array of objects in JSON, one per row. title is a line above it; "": none; NULL: the
        table is not in text, Markdown and LaTeX. Of a table without rows people read title and notes.
        traits are ADROP_TABLE_*."""
        ...
    def adrop_document_end(self, d: Any) -> None:
        """Close the place that was opened last."""
        ...
    def adrop_document_number(self, d: Any, key: Text | Array[c_char] | None, label: Text | Array[c_char] | None, x: float, unit: Text | Array[c_char] | None, digits: int) -> None:
        """unit: "", "%", "ms", .. What is not finite is null in JSON; people read "infinite" or
        "undefined"."""
        ...
    def adrop_document_float(self, d: Any, key: Text | Array[c_char] | None, label: Text | Array[c_char] | None, x: float) -> None:
        """The same of a float, with 9 digits: as many as it has."""
        ...
    def adrop_document_count(self, d: Any, key: Text | Array[c_char] | None, label: Text | Array[c_char] | None, n: int) -> None:
        """The same of a float, with 9 digits: as many as it has."""
        ...
    def adrop_document_text(self, d: Any, key: Text | Array[c_char] | None, label: Text | Array[c_char] | None, text: Text | Array[c_char] | None) -> None:
        """NULL is null."""
        ...
    def adrop_document_truth(self, d: Any, key: Text | Array[c_char] | None, label: Text | Array[c_char] | None, truth: int) -> None:
        """true or false; "yes" or "no"."""
        ...
    def adrop_document_null(self, d: Any, key: Text | Array[c_char] | None) -> None:
        """null; people read nothing."""
        ...
    def adrop_document_vector(self, d: Any, key: Text | Array[c_char] | None, label: Text | Array[c_char] | None, n: int, x: Any) -> None:
        """n numbers, as an array with 9 digits of each; for people separated by commas."""
        ...
    def adrop_document_column(self, d: Any, key: Text | Array[c_char] | None, label: Text | Array[c_char] | None, align: Text, unit: Text | Array[c_char] | None, digits: int) -> None:
        """One more column of the table, before its first cell; align is 'l', 'r' or 'c', unit and digits
        are those of its numbers."""
        ...
    def adrop_document_rank(self, d: Any, rank: int) -> None:
        """How much the last column matters where a line is too short for all: 0, the default, stays; of the
        others the highest is left out first."""
        ...
    def adrop_document_columns(self, d: Any, columns: Any) -> None:
        """Columns at once, ended by one without align; NULL as unit is ""."""
        ...
    def adrop_document_cell_number(self, d: Any, x: float) -> None:
        """The next cell of the table, row by row, or the next item of the list. Groups, lists and tables
        may be cells and items too; then their key and label are not read."""
        ...
    def adrop_document_cell_float(self, d: Any, x: float) -> None:
        """The next cell of the table, row by row, or the next item of the list. Groups, lists and tables
        may be cells and items too; then their key and label are not read."""
        ...
    def adrop_document_cell_count(self, d: Any, n: int) -> None:
        """9 digits: as many as it has"""
        ...
    def adrop_document_cell_text(self, d: Any, text: Text | Array[c_char] | None) -> None:
        """9 digits: as many as it has"""
        ...
    def adrop_document_cell_truth(self, d: Any, truth: int) -> None:
        """9 digits: as many as it has"""
        ...
    def adrop_document_cell_null(self, d: Any) -> None:
        """9 digits: as many as it has"""
        ...
    def adrop_document_cell_none(self, d: Any) -> None:
        """people read "-" """
        ...
    def adrop_document_rule(self, d: Any) -> None:
        """A line before the next row of the table, and a sentence beneath the table."""
        ...
    def adrop_document_note(self, d: Any, text: Text | Array[c_char] | None) -> None:
        """A line before the next row of the table, and a sentence beneath the table."""
        ...
    def adrop_document_around(self, d: Any, before: Text | Array[c_char] | None, after: Text | Array[c_char] | None) -> None:
        """Words before and behind it for people; JSON has the value alone. Those around null stand for it."""
        ...
    def adrop_document_also(self, d: Any, key: Text | Array[c_char] | None) -> None:
        """A second key of the same value, in JSON."""
        ...
    def adrop_document_differs(self, d: Any, key: Text | Array[c_char] | None, unit: Text | Array[c_char] | None, digits: int) -> None:
        """Of a cell: another key, unit and digits than its column has."""
        ...
    def adrop_document_mark(self, d: Any, mark: int) -> None: ...
    def adrop_document_sentence(self, d: Any, key: Text | Array[c_char] | None, text: Text | Array[c_char] | None) -> None:
        """A sentence: a paragraph for people. With a key it is a text in JSON too, in a list an item."""
        ...
    def adrop_document_warning(self, d: Any, key: Text | Array[c_char] | None, text: Text | Array[c_char] | None) -> None:
        """A sentence that people should not miss."""
        ...
    def adrop_document_plain(self, d: Any, lines: Text | Array[c_char] | None) -> None:
        """Lines for a terminal as they are, a drawing say; in text alone."""
        ...
    def adrop_document_figure(self, d: Any, key: Text | Array[c_char] | None, figure: Any) -> None:
        """A figure, which the document owns from now on, after a failure too. With a key JSON has its data:
        an array with an object for each panel."""
        ...
    def adrop_document_figure_at(self, d: Any, i: int) -> int | None:
        """Figure i of the document, in the order of its places; NULL beyond the last."""
        ...
    def adrop_document_form_name(self, form: int) -> Text | None:
        """"text", "json", ..; NULL beyond the last."""
        ...
    def adrop_document_look_init_sized(self, look: Any, size: int) -> None: ...
    def adrop_document_write(self, d: Any, form: int, look: Any, text: Any) -> int:
        """The whole as one text, freed with adrop_free; look may be NULL. ADROP_EINVAL for a place that is
        still open, or a row that lacks cells."""
        ...
    def adrop_get_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_get_options(self) -> Any:
        """Its option table (option.h): the seconds. The texts are no rows; name must be given."""
        ...
    def adrop_get_hooks_init_sized(self, hooks: Any, size: int) -> None: ...
    def adrop_data_get_sized(self, ctx: Any, opts: Any, hooks: Any, result: Any, size: int) -> int:
        """Get the files of a set to where it is looked for. Files that are there and as published
        are left alone; one that differs is never replaced.

        ADROP_EINTR when stop said so: the same call goes on from there. ADROP_ENOENT for a name that
        is not known, or a set without a published checksum or
        with terms of its own (the message says where to find it), ADROP_EINVAL for a source
        that is neither HTTPS nor this machine, ADROP_EEXIST if the set is there in another
        form or another program is getting it, ADROP_EFORMAT for a file, in place or got, that
        is not the published one, ADROP_ENETWORK for what keeps a file from coming, ADROP_EDISK
        if there is no room, ADROP_EIO for other troubles with files."""
        ...
    def adrop_plugin_load(self, ctx: Any, path: Text | Array[c_char] | None) -> int:
        """Register all that a shared object has. It stays loaded until the program ends. ADROP_EIO if
        it cannot be loaded, ADROP_EFORMAT if it has none of the functions, or no table; otherwise what
        adrop_technique_register, adrop_map_register and adrop_seed_register return. A name without a '/'
        is one in the current folder: search paths are not looked through."""
        ...
    def adrop_record_open(self, ctx: Any, path: Text | Array[c_char] | None, out: Any) -> int:
        """ADROP_EIO or ADROP_EFORMAT if there is no run in the folder; lines of metrics.jsonl that
        are not JSON are left out. ADROP_ENOMEM. *out is NULL after a failure."""
        ...
    def adrop_record_free(self, r: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_record_state(self, r: Any) -> Text | None:
        """"done", "running", "interrupted", "failed", "stopped": it was running, and no program works on it
        any more, or "damaged": it is done, and its metrics are shorter than they were."""
        ...
    def adrop_record_text(self, r: Any, name: Text | Array[c_char] | None) -> Text | None:
        """A value of run.json: a text, NULL if it is none; a number (or a text that is one, or yes and no
        as 1 and 0), NaN if it is none. Texts live as long as the record."""
        ...
    def adrop_record_number(self, r: Any, name: Text | Array[c_char] | None) -> float:
        """A value of run.json: a text, NULL if it is none; a number (or a text that is one, or yes and no
        as 1 and 0), NaN if it is none. Texts live as long as the record."""
        ...
    def adrop_record_setting(self, r: Any, i: int, key: Any, value: Any) -> int:
        """Setting i by its name and text, in the order of the record: a listing; both NULL past the last."""
        ...
    def adrop_record_epochs(self, r: Any) -> int:
        """Epochs of metrics.jsonl, and values of epoch i, from 0 on."""
        ...
    def adrop_record_epoch(self, r: Any, i: int, name: Text | Array[c_char] | None) -> float:
        """Epochs of metrics.jsonl, and values of epoch i, from 0 on."""
        ...
    def adrop_record_epoch_text(self, r: Any, i: int, name: Text | Array[c_char] | None) -> Text | None:
        """Epochs of metrics.jsonl, and values of epoch i, from 0 on."""
        ...
    def adrop_records_find(self, ctx: Any, folder: Text | Array[c_char] | None, found: Any, user: Any) -> int:
        """Call found with the path of every run at or below a folder, sorted by path; links are not
        followed. The trials of a search (adrop/tune.h) are found only from their own folder on.
        ADROP_EIO if the folder cannot be read, ADROP_ENOMEM."""
        ...
    def adrop_prune_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_prune_options(self) -> Any: ...
    def adrop_prune_create(self, ctx: Any, opts: Any, data: Any, train: Any, out: Any) -> int:
        """Plan it: read the data, make the network, count what each round will have, and find out what the
        folder has already. out and resume of train are not read; its dropout may be "": that of the
        criterion. ADROP_EINVAL, with a sentence, for settings that contradict each other, a network
        without hidden nodes, a criterion that the technique or the network cannot give, rounds that
        would empty a layer or remove nothing, and a folder that was made with other settings.
        *out is NULL after a failure."""
        ...
    def adrop_prune_on(self, ctx: Any, opts: Any, data: Any, split: Any, train: Any, out: Any) -> int:
        """The same on a data set that is open, as adrop_compare_on; split: how its rows are split; NULL: as
        they were."""
        ...
    def adrop_prune_free(self, p: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_prune_round_at_sized(self, p: Any, i: int, round: Any, size: int) -> int:
        """Round i: a listing."""
        ...
    def adrop_prune_describe_sized(self, p: Any, info: Any, size: int) -> None: ...
    def adrop_prune_document(self, p: Any, round: int, out: Any) -> int:
        """The rounds as a document (document.h): one of them, or with round SIZE_MAX all, as a table, and
        with the results by what is kept once there are some."""
        ...
    def adrop_prune_hooks_init_sized(self, hooks: Any, size: int) -> None: ...
    def adrop_prune_go(self, p: Any, hooks: Any) -> int:
        """Do what is left to do. ADROP_EINTR when stop said so: the same call resumes it."""
        ...
    def adrop_prune_time(self, p: Any, i: int, passes: int) -> int:
        """Measure how long round i, which is done, takes to predict a batch and a single row, alternately
        with round 0: the medians of so many passes. Nothing of it is kept in the folder."""
        ...
    def adrop_tune_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_tune_options(self) -> Any: ...
    def adrop_tune_create(self, ctx: Any, opts: Any, data: Any, train: Any, out: Any) -> int:
        """Plan a search: read the data once, make the trials, check each, find out what the folder has
        already. seed, out and resume of train are not read. ADROP_EINVAL, with a sentence, for a key or
        a value that is not known, ranges that are empty, settings that contradict each other, and for a
        folder that was made with other settings. *out is NULL after a failure."""
        ...
    def adrop_tune_on(self, ctx: Any, opts: Any, data: Any, split: Any, train: Any, out: Any) -> int:
        """The same on a data set that is open, as adrop_compare_on: split says how its rows are split, with
        `folds` to judge trials by, and no `fold`; NULL: as they were. What says how files are read
        cannot be searched."""
        ...
    def adrop_tune_free(self, t: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_tune_trial_at_sized(self, t: Any, i: int, trial: Any, size: int) -> int:
        """Trial i, from 0 on: a listing."""
        ...
    def adrop_tune_setting_at(self, t: Any, i: int, k: int, key: Any, text: Any) -> int:
        """Setting k of trial i, in the order of `vary`, those left out that do not apply; key and text live
        as long as the context. 0 past the last, and if there is no memory."""
        ...
    def adrop_tune_rung_at_sized(self, t: Any, i: int, rung: Any, size: int) -> int:
        """Rung i of the plan, bracket by bracket: a listing."""
        ...
    def adrop_tune_estimate(self, t: Any, seconds_left: Any, seconds: Any) -> int:
        """Time a few steps of each network and technique, and say how many seconds what is left of the
        plan will take, and the whole of it, jobs taken into account."""
        ...
    def adrop_tune_hooks_init_sized(self, hooks: Any, size: int) -> None: ...
    def adrop_tune_go(self, t: Any, hooks: Any) -> int:
        """Do what is left to do, and write tune.json. ADROP_EINTR when stop said so: all that was learned
        is in the folder. ADROP_ENUMERIC if no trial could be trained."""
        ...
    def adrop_tune_describe_sized(self, t: Any, result: Any, size: int) -> None: ...
    def adrop_tune_plan_document(self, t: Any, most: int, seconds_left: float, seconds: float, out: Any) -> int:
        """What the search says as documents (document.h): the plan, with how long it takes
        (adrop_tune_estimate; NaN: not known) and the first `most` trials; and who won by what, with the
        `most` trials that were trained longest, of these the best. SIZE_MAX: all, 0: none."""
        ...
    def adrop_tune_document(self, t: Any, most: int, out: Any) -> int:
        """What the search says as documents (document.h): the plan, with how long it takes
        (adrop_tune_estimate; NaN: not known) and the first `most` trials; and who won by what, with the
        `most` trials that were trained longest, of these the best. SIZE_MAX: all, 0: none."""
        ...
    def adrop_tune_json(self, t: Any, text: Any) -> int:
        """tune.json as it would be written now, one line. Freed with adrop_free."""
        ...
    def adrop_uncertainty_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_uncertainty_options(self) -> Any:
        """Its option table (option.h): all but the texts (data, data_dir, ood, calibrate_on, target), any
        of which may be NULL."""
        ...
    def adrop_uncertainty_create(self, ctx: Any, n: int, runs: Any, opts: Any, hooks: Any, out: Any) -> int:
        """Of one or several runs, which must predict the same classes or values from rows of the same
        shape, and have the same rows to be measured on: runs whose splits differ need `data` that none
        of them was trained on. ADROP_EINVAL otherwise, naming the run; ADROP_EINVAL also for samples of
        a single run that has no random layer (members of an ensemble then have one pass)."""
        ...
    def adrop_uncertainty_on(self, ctx: Any, n: int, runs: Any, data: Any, ood: Any, calibrate_on: Any, opts: Any, hooks: Any, out: Any) -> int:
        """The same with data sets that are open, in place of those that opts name; each may be NULL: then
        opts say. They are read as by adrop_run_open_on, and are not needed any more afterwards. Rows of
        ood are its test part; those of calibrate_on are all of it, and none that the run was trained on."""
        ...
    def adrop_uncertainty_free(self, u: Any) -> None: ...
    def adrop_uncertainty_store(self, ctx: Any, u: Any) -> int:
        """Keep what the calibration rows gave as RUN/calibration.json, for predictions to come: the
        temperature or the noise, the scores of conformal sets, how it was predicted, the checksums of
        the model and of the data. Replaced whole or not at all. ADROP_EINVAL for an ensemble, without
        calibration rows, and for predictions that adrop_predictor_predict does not make (by moments,
        with shared masks)."""
        ...
    def adrop_uncertainty_describe_sized(self, u: Any, info: Any, size: int) -> None: ...
    def adrop_uncertainty_row_sized(self, u: Any, i: int, row: Any, size: int) -> int: ...
    def adrop_uncertainty_class_name(self, u: Any, i: int) -> Text | None:
        """NULL beyond the last."""
        ...
    def adrop_uncertainty_confusion(self, u: Any) -> int | None:
        """(classes, classes), true by predicted; NULL for values."""
        ...
    def adrop_uncertainty_bin(self, u: Any, b: int, confidence: Any, share: Any, rows: Any) -> int:
        """Bin b of the reliability curve: mean confidence, share of right predictions, rows; 0 beyond."""
        ...
    def adrop_uncertainty_compare_sized(self, ctx: Any, a: Any, b: Any, by: int, d: Any, size: int) -> int:
        """Two results on the same rows: AUROC by a score, first minus second, by a paired bootstrap."""
        ...
    def adrop_page_create(self, ctx: Any, title: Text | Array[c_char] | None, out: Any) -> int: ...
    def adrop_page_free(self, page: Any) -> None: ...
    def adrop_page_save_figures(self, page: Any, folder: Text | Array[c_char] | None) -> int:
        """From now on each figure is also written to a folder, as figure-1.svg with figure-1.csv and so on."""
        ...
    def adrop_page_add(self, page: Any, path: Text | Array[c_char] | None) -> int:
        """Whatever is at or below a folder, or in an archive of one: a comparison (compare.json), a search
        (tune.json), a pruning (prune.json), runs (run.json). A file of theirs that is missing or broken
        is named on the page. ADROP_EIO if it cannot be read, ADROP_EFORMAT if there is nothing of these
        in it."""
        ...
    def adrop_page_add_record(self, page: Any, folder: Text | Array[c_char] | None, name: Text | Array[c_char] | None) -> int:
        """A record: the file FOLDER/NAME that holds what `adrop reproduce --json` or `adrop compare --json`
        printed. JSON of another kind adds nothing; a file that is broken is named on the page."""
        ...
    def adrop_page_section(self, page: Any, title: Text | Array[c_char] | None) -> None:
        """What the caller has to show, in the order of the calls. A section has an entry in the table of
        contents; what is found stands on the first screen."""
        ...
    def adrop_page_found(self, page: Any, sentence: Text | Array[c_char] | None) -> None:
        """What the caller has to show, in the order of the calls. A section has an entry in the table of
        contents; what is found stands on the first screen."""
        ...
    def adrop_page_missing(self, page: Any, sentence: Text | Array[c_char] | None) -> None:
        """What the caller has to show, in the order of the calls. A section has an entry in the table of
        contents; what is found stands on the first screen."""
        ...
    def adrop_page_put(self, page: Any, document: Any) -> None:
        """A document as HTML, in brief (adrop/document.h)."""
        ...
    def adrop_page_put_picture(self, page: Any, channels: int, height: int, width: int, pixels: Any, caption: Text | Array[c_char] | None) -> None:
        """A picture of (channels, height, width), 1 or 3 channels, sides of 1 to 4096, with a caption."""
        ...
    def adrop_page_figures(self, page: Any) -> int:
        """How many figures it has."""
        ...
    def adrop_page_write(self, page: Any, html: Any) -> int:
        """The page, freed with adrop_free. The first failure of a call above is returned."""
        ...
    def adrop_report_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_report_options(self) -> Any:
        """Its option table (option.h): every member is a row."""
        ...
    def adrop_report_document(self, ctx: Any, c: Any, opts: Any, out: Any) -> int:
        """Rows by data set and network, of which the best mean is marked, and the second; sentences. JSON
        has all of it, CSV in brief the rows with a column for each number."""
        ...
    def adrop_report_findings(self, ctx: Any, c: Any, opts: Any, out: Any) -> int:
        """What differs from the baseline, by how much, how sure that is, and what so few runs
        cannot show: sentence i, NULL beyond the last."""
        ...
    def adrop_findings_at(self, v: Any, i: int) -> Text | None:
        """What differs from the baseline, by how much, how sure that is, and what so few runs
        cannot show: sentence i, NULL beyond the last."""
        ...
    def adrop_findings_free(self, v: Any) -> None:
        """NULL is fine."""
        ...
    def adrop_report_power_at_sized(self, c: Any, i: int, power: Any, size: int) -> int:
        """Block i, in the order of the table; 0 beyond the last. Needs a table (adrop_compare_table)."""
        ...
    def adrop_report_add_power(self, d: Any, c: Any) -> None:
        """The same of all blocks, put into a document (document.h): a table for programs, sentences."""
        ...
    def adrop_report_plan(self, ctx: Any, c: Any, seconds: float, out: Any) -> int:
        """The plan as a document: techniques with their runs, every run for programs, and what they can
        show. seconds: how long it takes (adrop_compare_estimate); NaN: not known. Needs a table, too."""
        ...
    def adrop_report_save(self, ctx: Any, c: Any, opts: Any) -> int:
        """Write table.csv (with numbers), table.md, table.tex and table.json into the comparison's
        folder, each whole or not at all."""
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
        """What the hours were measured on."""
        ...
    def adrop_reproduce_opts_init_sized(self, opts: Any, size: int) -> None: ...
    def adrop_reproduce_options(self) -> Any: ...
    def adrop_reproduce_create(self, ctx: Any, label: Text | Array[c_char] | None, opts: Any, out: Any) -> int:
        """Plan it. ADROP_ENOENT for an unknown label (with the nearest), part or technique, and if
        none of the data sets is there; ADROP_EINVAL for a recipe whose parts adrop does not
        have yet (the message says which)."""
        ...
    def adrop_reproduce_free(self, r: Any) -> None:
        """Plan it. ADROP_ENOENT for an unknown label (with the nearest), part or technique, and if
        none of the data sets is there; ADROP_EINVAL for a recipe whose parts adrop does not
        have yet (the message says which)."""
        ...
    def adrop_reproduce_describe_sized(self, r: Any, info: Any, size: int) -> None: ...
    def adrop_reproduce_part_at_sized(self, r: Any, i: int, part: Any, size: int) -> int:
        """Part i: a listing. Recipes that train nothing have none."""
        ...
    def adrop_reproduce_go(self, r: Any, hooks: Any) -> int:
        """Do what is left to do, part by part: adrop_compare_go, or adrop_compare_time. Progress
        is that of the part. ADROP_EINTR when stop said so."""
        ...
    def adrop_reproduce_table(self, r: Any) -> int:
        """Make the rows from the runs that are done."""
        ...
    def adrop_reproduced_at_sized(self, r: Any, i: int, row: Any, size: int) -> int:
        """Row i: a listing. Texts and ours live until the table is made anew."""
        ...
    def adrop_reproduce_verdict(self, r: Any, i: int) -> Text | None:
        """Sentence i on what the paper claims and what came out here, one for each data set,
        network and column; NULL beyond the last. Lives until the table is made anew."""
        ...
    def adrop_reproduce_remark(self, r: Any, i: int) -> Text | None:
        """Sentence i on what is known to be wrong with the paper's table or figure as a whole; NULL
        beyond the last."""
        ...
    def adrop_reproduce_document(self, r: Any, out: Any) -> int:
        """All that there is to see, as a document: the rows, made anew; sheets of curves by epoch (of the
        first run of every technique), of recomputed numbers of the paper, of densities; figures, of
        which text leaves out the bars of our rows beside the paper's; sentences."""
        ...
    def adrop_reproduce_example_at_sized(self, r: Any, i: int, example: Any, size: int) -> int:
        """Example i: a listing. After adrop_reproduce_document; lives until the table is made anew."""
        ...

STRUCTS: dict[str, type[Structure]]
FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...], str]]
