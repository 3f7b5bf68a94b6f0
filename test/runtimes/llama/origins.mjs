/** Origins that Ollama allows as it comes. */
export const LOCAL = ['localhost', '127.0.0.1', '0.0.0.0'].flatMap(host => [
  `http://${host}`,
  `https://${host}`,
  `http://${host}:*`,
  `https://${host}:*`,
]);

/** Fixed, as in Ollama: a browser that wants to send any other header fails its preflight. */
const HEADERS = [
  'Authorization',
  'Content-Type',
  'User-Agent',
  'Accept',
  'X-Requested-With',
  'OpenAI-Beta',
  ...[
    ...['lang', 'package-version', 'os', 'arch', 'retry-count', 'runtime', 'runtime-version'],
    ...['async', 'helper-method', 'poll-helper', 'custom-poll-interval', 'timeout'],
  ].map(name => `x-stainless-${name}`),
];

/** Applies the rules of cross-origin requests; false when the response is thereby ended. */
export function admitOrigin(request, response, allowed) {
  const { origin, host } = request.headers;
  if (origin === undefined || origin === `http://${host}`) return true;
  if (!allowed.some(pattern => matches(pattern, origin))) {
    response.writeHead(403).end();
    return false;
  }
  response.setHeader('Access-Control-Allow-Origin', allowed.includes('*') ? '*' : origin);
  response.setHeader('Vary', 'Origin');
  if (request.method !== 'OPTIONS') return true;
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS',
    'Access-Control-Allow-Headers': HEADERS.join(','),
    'Access-Control-Max-Age': '43200',
  });
  response.end();
  return false;
}

/** A pattern has at most one asterisk, for any text. */
function matches(pattern, origin) {
  const [start, end] = pattern.split('*');
  return end === undefined
    ? origin === pattern
    : origin.length >= start.length + end.length && origin.startsWith(start) && origin.endsWith(end);
}
