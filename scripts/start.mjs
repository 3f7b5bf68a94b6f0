// npm start: installs and builds what is missing, serves the production build, opens a browser if there is a display.
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, fail } from './install.mjs';
import { readPort, startPage, USUAL_PORT } from './startPage.mjs';

await startPage({
  port: readPort(process.env.PORT || String(USUAL_PORT), 'PORT'),
  again: port => `PORT=${port} npm start`,
  async prepare() {
    ensureInstalled();
    await ensureBuilt().catch(error => fail(`The build failed: ${error.message}`));
  },
});
