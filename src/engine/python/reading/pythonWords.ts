/** Parts of Python that are not supported, in plain words, by their name in the grammar. */
export const FOREIGN: Readonly<Record<string, string>> = {
  AssertStatement: 'assert',
  AwaitExpression: 'await',
  BitOp: 'a bit operator',
  ClassDefinition: 'a class',
  ComprehensionExpression: 'a generator outside a call',
  DecoratedStatement: 'a decorator',
  Ellipsis: 'an ellipsis',
  ImportStatement: 'import',
  MatchStatement: 'match',
  NamedExpression: 'a walrus (:=)',
  PrintStatement: 'print',
  ScopeStatement: 'global or nonlocal',
  SetComprehensionExpression: 'a set',
  SetExpression: 'a set',
  TypeDef: 'a type annotation',
  TypeDefinition: 'a type definition',
  WithStatement: 'with',
  YieldExpression: 'yield',
  YieldStatement: 'yield',
  async: 'async',
  for: 'a generator with other values',
  ':=': 'a walrus (:=)',
  '*': 'a star before a value',
  '**': 'two stars before a value',
  '@': 'matrix multiplication',
  '=': 'an argument by keyword',
  ',': 'a tuple without parentheses',
};

const createWordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Python's keywords: no name may be one. */
export const KEYWORDS = createWordSet(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield',
);

/** Names that have a meaning in Python but none here: Python would answer with a function or a class. */
export const PYTHON_NAMES = createWordSet(
  'ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError aiter anext ascii bin breakpoint bytearray bytes callable chr classmethod compile complex copyright credits delattr dict dir divmod eval exec exit filter format frozenset getattr globals hasattr hash help hex id input isinstance issubclass iter license locals map memoryview next object oct open ord pow print property quit repr set setattr slice staticmethod super type vars',
);

/** The fewest and the most values that a call takes. */
export type Arity = readonly [number, number];

/** Functions that a program may call, by name, with the numbers of values that they take. */
export const FUNCTIONS: ReadonlyMap<string, Arity> = new Map<string, Arity>([
  ['abs', [1, 1]],
  ['all', [1, 1]],
  ['any', [1, 1]],
  ['bool', [0, 1]],
  ['enumerate', [1, 2]],
  ['float', [0, 1]],
  ['int', [0, 1]],
  ['len', [1, 1]],
  ['list', [0, 1]],
  ['max', [1, Infinity]],
  ['min', [1, Infinity]],
  ['range', [1, 3]],
  ['reversed', [1, 1]],
  ['round', [1, 2]],
  ['sorted', [1, 1]],
  ['str', [0, 1]],
  ['sum', [1, 2]],
  ['tuple', [0, 1]],
  ['zip', [0, Infinity]],
]);

/**
 * Methods of strings, dicts, lists and tuples, with the numbers of values that they take.
 */
export const METHODS: ReadonlyMap<string, Arity> = new Map<string, Arity>([
  ['append', [1, 1]],
  ['clear', [0, 0]],
  ['copy', [0, 0]],
  ['count', [1, 1]],
  ['endswith', [1, 1]],
  ['extend', [1, 1]],
  ['find', [1, 1]],
  ['get', [1, 2]],
  ['index', [1, 1]],
  ['insert', [2, 2]],
  ['items', [0, 0]],
  ['join', [1, 1]],
  ['keys', [0, 0]],
  ['lower', [0, 0]],
  ['lstrip', [0, 1]],
  ['pop', [0, 2]],
  ['remove', [1, 1]],
  ['replace', [2, 2]],
  ['reverse', [0, 0]],
  ['rstrip', [0, 1]],
  ['setdefault', [1, 2]],
  ['sort', [0, 0]],
  ['split', [0, 1]],
  ['startswith', [1, 1]],
  ['strip', [0, 1]],
  ['update', [0, 1]],
  ['upper', [0, 0]],
  ['values', [0, 0]],
]);

/** Methods that change a list or a dict in place. */
export const CHANGING: ReadonlySet<string> = createWordSet(
  'append clear extend insert pop remove reverse setdefault sort update',
);

/** The function by which an artifact is asked. */
export const ASK = 'invoke';

/** Message for a part of Python that is not supported. */
export const describeUnsupported = (what: string): string =>
  `${what} ${NOT_PART} of conditions and code (see Help, or docs/python.md)`;

/** Words of every message about a part of Python that is not supported. */
export const NOT_PART = 'is not part of the language';
