import { expect, it } from 'vitest';
import { createLoadErrorHandler, InputError } from '../../../src/engine/core/errors.ts';

it('a part that failed to load is reported in one line, and its error is kept', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const failed = await Promise.reject(cause)
    .catch(createLoadErrorHandler('the inspector'))
    .catch((error: Error) => error);
  expect(failed).toBeInstanceOf(InputError);
  expect(failed).toMatchObject({
    message: expect.stringMatching(/^the inspector could not be loaded/),
    cause,
  });
});
