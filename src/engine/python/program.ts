import type { ErrorName } from './limits.ts';
import type { Place, SourceProblem } from './sourcePlace.ts';
import type { PyValue } from './value.ts';

/** A parsed source, or everything that is wrong with it. */
export type Parsed<T> =
  | { readonly kind: 'parsed'; readonly program: T }
  | { readonly kind: 'refused'; readonly problems: readonly SourceProblem[] };

/** A name that a program may read from the context, with the place of its first use. */
export interface ContextRead extends Place {
  readonly name: string;
}

/** A code step. */
export interface Program {
  readonly body: readonly Statement[];
  /** Names not certainly set before: bare ones, and those in `context['name']`. */
  readonly reads: readonly ContextRead[];
  /** Names in `context['name'] = …`. */
  readonly sets: readonly string[];
  /** True if it changes no list and no dict in place, and makes no function and no error that could be stored. */
  readonly isPlain: boolean;
  /** Blocks and expressions within each other in it, at most. */
  readonly levels: number;
}

/** One expression that is true or not. */
export interface Condition {
  readonly expression: Expression;
  readonly reads: readonly ContextRead[];
}

/** A statement of a code step. */
export type Statement =
  | {
      readonly kind: 'assign';
      readonly at: Place;
      readonly targets: readonly Target[];
      readonly value: Expression;
    }
  | {
      readonly kind: 'update';
      readonly at: Place;
      readonly target: SingleTarget;
      readonly operator: Arithmetic;
      readonly value: Expression;
    }
  | {
      readonly kind: 'if';
      readonly at: Place;
      readonly branches: readonly { readonly test: Expression; readonly body: readonly Statement[] }[];
      readonly otherwise: readonly Statement[];
    }
  | {
      readonly kind: 'for';
      readonly at: Place;
      readonly target: Target;
      readonly source: Expression;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | {
      readonly kind: 'while';
      readonly at: Place;
      readonly test: Expression;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | { readonly kind: 'break' | 'continue'; readonly at: Place }
  /** `del` of names and items. */
  | { readonly kind: 'delete'; readonly at: Place; readonly targets: readonly SingleTarget[] }
  /** `raise` with an error and its values, with a value, or with nothing. */
  | {
      readonly kind: 'raise';
      readonly at: Place;
      readonly error: ErrorName | null;
      readonly values: readonly Expression[];
    }
  | {
      readonly kind: 'try';
      readonly at: Place;
      readonly body: readonly Statement[];
      readonly handlers: readonly Handler[];
      readonly otherwise: readonly Statement[];
      /** The block of `finally`. */
      readonly last: readonly Statement[];
    }
  /** `def name(parameters)` */
  | {
      readonly kind: 'function';
      readonly at: Place;
      readonly name: string;
      readonly made: Definition<readonly Statement[]>;
    }
  | { readonly kind: 'return'; readonly at: Place; readonly value: Expression | null }
  | { readonly kind: 'expression'; readonly at: Place; readonly value: Expression };

/** `except errors as name`, with its block; it handles any error if it names none. */
export interface Handler {
  readonly at: Place;
  readonly errors: readonly ErrorName[] | null;
  readonly name: string | null;
  readonly body: readonly Statement[];
}

/** A parameter of a function; the fallback is its value if a call gives none. */
export interface Parameter {
  readonly name: string;
  readonly fallback: Expression | null;
}

/** A function as it is written. */
export interface Definition<Body> {
  readonly parameters: readonly Parameter[];
  /** Names that are its own: its parameters, and what it sets. */
  readonly own: readonly string[];
  /** Blocks and expressions within each other in it, at most. */
  readonly levels: number;
  readonly body: Body;
}

/** An argument by its name. */
export interface NamedArgument {
  readonly name: string;
  readonly value: Expression;
}

/** Target of an assignment: a local name, a variable of the context, or several of them at once. */
export type Target =
  | SingleTarget
  | { readonly kind: 'targets'; readonly at: Place; readonly targets: readonly Target[] };

/** A local name, a variable of the context, or an item of a list or a dict. */
export type SingleTarget =
  /** `object[index]` */
  | { readonly kind: 'item'; readonly at: Place; readonly object: Expression; readonly index: Expression }
  | { readonly kind: 'name'; readonly at: Place; readonly name: string }
  | { readonly kind: 'variable'; readonly at: Place; readonly key: Expression };

/** Operator of numbers and sequences. */
export type Arithmetic = '+' | '-' | '*' | '/' | '//' | '%' | '**';
/** Operator that needs an order. */
export type Order = '<' | '<=' | '>' | '>=';
/** Operator of a comparison. */
export type ComparisonOperator = Order | '==' | '!=' | 'in' | 'not in' | 'is' | 'is not';

/** One link of a chain such as `a < b < c`, with its right side. */
export interface ComparisonLink {
  readonly operator: ComparisonOperator;
  /** Right operand; null for the context itself after `in` and `not in`. */
  readonly right: Expression | null;
}

/** `for target in source if test if test` of a comprehension. */
export interface Clause {
  readonly target: Target;
  readonly source: Expression;
  readonly tests: readonly Expression[];
}

/** A value in an f-string, with its conversion and its format, '' for none. */
export interface Replacement {
  readonly value: Expression;
  readonly isRepr: boolean;
  readonly format: string;
}

/** A question to an artifact, whose name may be computed. */
export interface ArtifactQuestion {
  readonly kind: 'ask';
  readonly artifact: Expression;
  readonly values: readonly Expression[];
  readonly named: readonly NamedArgument[];
}

/** An expression as the interpreter evaluates it. */
export type Expression = { readonly at: Place } & (
  | { readonly kind: 'constant'; readonly value: PyValue }
  | { readonly kind: 'name'; readonly name: string }
  /** `context[key]` */
  | { readonly kind: 'variable'; readonly key: Expression }
  /** `context.get(key, fallback)` */
  | { readonly kind: 'get'; readonly key: Expression; readonly fallback: Expression | null }
  | { readonly kind: 'list' | 'tuple'; readonly items: readonly Expression[] }
  | { readonly kind: 'dict'; readonly pairs: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: 'unary'; readonly operator: '+' | '-' | 'not'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: Arithmetic;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Expression[] }
  | { readonly kind: 'comparison'; readonly first: Expression; readonly links: readonly ComparisonLink[] }
  | {
      readonly kind: 'conditional';
      readonly test: Expression;
      readonly value: Expression;
      readonly otherwise: Expression;
    }
  /** A call of a function of the language. */
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly values: readonly Expression[];
      /** `key`, `reverse` and `default`, as they are written. */
      readonly named: readonly NamedArgument[];
    }
  /** A call of a function of the program's own. */
  | {
      readonly kind: 'invoke';
      readonly callee: Expression;
      readonly values: readonly Expression[];
      readonly named: readonly NamedArgument[];
    }
  /** `invoke(artifact, …)`: the answer of an artifact. */
  | ArtifactQuestion
  | { readonly kind: 'lambda'; readonly made: Definition<Expression> }
  | {
      readonly kind: 'comprehension';
      readonly form: 'list' | 'dict' | 'generator';
      /** Key of a dict comprehension, else null. */
      readonly key: Expression | null;
      readonly value: Expression;
      readonly clauses: readonly Clause[];
    }
  /** An f-string: text as it is, and values in it. */
  | { readonly kind: 'format'; readonly parts: readonly (string | Replacement)[] }
  | {
      readonly kind: 'method';
      readonly object: Expression;
      readonly name: string;
      readonly values: readonly Expression[];
      /** `key` and `reverse` of sort(), as they are written. */
      readonly named: readonly NamedArgument[];
    }
  | { readonly kind: 'item'; readonly object: Expression; readonly index: Expression }
  | {
      readonly kind: 'slice';
      readonly object: Expression;
      /** Start, stop, step; null if it is left out. */
      readonly bounds: readonly [Expression | null, Expression | null, Expression | null];
    }
);
