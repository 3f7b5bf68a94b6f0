export declare function blankComments(source: string): string;
export declare function blankStrings(source: string): string;
export declare function findNamedModels(
  file: string,
  source: string,
  models: readonly string[],
): readonly { readonly model: string; readonly line: number }[];
