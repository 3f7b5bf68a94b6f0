/** "tiny" for "https://…/tiny.gguf" and "file:tiny.gguf"; a file's own name is not a URL. */
export function getGgufName(url: string): string {
  const name = url.startsWith('file:')
    ? url.slice('file:'.length)
    : decodeUrlText(
        url
          .replace(/[?#].*$/, '')
          .split('/')
          .pop() ?? '',
      );
  return name.replace(/\.gguf$/, '');
}

function decodeUrlText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
