/** Names that are words of the code as well: their folders alone are looked for. */
const WORDS = ['chart', 'recorded'];
/** Registries of the models' two halves, and the one place that says which model is the default. */
const REGISTRIES = ['ui/models/index.ts', 'engine/models/index.ts', 'engine/models/defaultSetup.ts'];

const STRING_OR_COMMENT = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** A source whose comments are blank; its lines stay. */
export const blankComments = source =>
  source.replace(STRING_OR_COMMENT, found => (found.startsWith('/') ? found.replace(/[^\n]/g, ' ') : found));

/** A source whose comments are blank and whose strings are empty; its lines stay. */
export const blankStrings = source =>
  blankComments(source).replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''");

/**
 * Names of models in a file that must not know any: in identifiers, in paths, and as whole strings, not in prose; with the
 * line where each stands first, from 1.
 * @param file path under src
 */
export function findNamedModels(file, source, models) {
  const own = /^(?:ui|engine)\/models\/(\w+)\//.exec(file)?.[1];
  if (REGISTRIES.includes(file)) return [];
  const code = blankComments(source).split('\n');
  return models.flatMap(model => {
    const line = model === own ? -1 : code.findIndex(text => namesModel(text, model, file, own));
    return line < 0 ? [] : [{ model, line: line + 1 }];
  });
}

function namesModel(line, model, file, own) {
  const strings = [...line.matchAll(/'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"/g)].map(
    ([, single, double]) => single ?? double,
  );
  // The formats of other people have words of their own.
  if (WORDS.includes(model) || file.startsWith('engine/traces/'))
    return strings.some(text => text.includes(`models/${model}/`));
  if (strings.some(text => text.includes(`/${model}/`))) return true;
  // The words of a model may say anything; what it imports may not.
  if (own !== undefined) return false;
  const parts = (blankStrings(line).match(/[A-Za-z]+/g) ?? []).flatMap(word =>
    word.split(/(?<=[a-z])(?=[A-Z])|_/),
  );
  return strings.includes(model) || parts.some(part => part.toLowerCase() === model);
}
