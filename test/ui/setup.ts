import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { registerModels } from '../../src/ui/models/index.ts';

registerModels();

afterEach(cleanup);
