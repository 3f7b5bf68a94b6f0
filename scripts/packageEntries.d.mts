export declare const PACKAGE_ENTRIES: Readonly<Record<string, string>>;
export declare const EMBED_ENTRY: {
  readonly name: string;
  readonly source: string;
  readonly classic: string;
};
