import { errorBodyOf } from '../renderer/lib/service/call-error.ts'
import { errorNotice } from './error-notice.ts'
import { pageView } from './page-view.ts'
import { readPairing } from './pairing.ts'
import { pairingView } from './pairing-view.ts'

const view = document.querySelector('#view')!

/** Shows the pairing form if the browser is not paired, otherwise the actions for the page. `notices` is shown above. */
async function show(notices: Node[] = []): Promise<void> {
  const pairing = await readPairing()
  const parts = pairing ? await pageView(pairing, show) : pairingView(show)
  view.replaceChildren(...notices, ...parts)
}

void show().catch(error => view.replaceChildren(errorNotice(errorBodyOf(error))))
