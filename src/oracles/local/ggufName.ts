/** "tiny" for "https://…/tiny.gguf" and "file:tiny.gguf"; a file's own name is not a URL. */
export function ggufName(url: string): string {
  const name = url.startsWith('file:')
    ? url.slice('file:'.length)
    : decoded(
        url
          .replace(/[?#].*$/, '')
          .split('/')
          .pop() ?? '',
      );
  return name.replace(/\.gguf$/, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
