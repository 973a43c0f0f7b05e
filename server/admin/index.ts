import type { Operation } from '../operations/operation.ts'
import { accountOperations } from './accounts/accounts.ts'
import { creditOperations } from './accounts/credits.ts'
import { keyOperations } from './accounts/keys.ts'
import { pairingCodeOperations } from './accounts/pairing.ts'
import { signInOperations } from './accounts/sign-ins.ts'
import { usageOperations } from './accounts/usage.ts'
import { batchPreviewOperations } from './batch-preview.ts'
import { collectPreviewOperations } from './collect/preview.ts'
import { rowSourceOperations } from './collect/row-sources.ts'
import { diagnosticOperations } from './diagnostics.ts'
import { doctorOperations } from './doctor.ts'
import { importPreviewOperations } from './import-preview.ts'
import { machineOperations } from './machine.ts'
import { operationOperations } from './operations.ts'
import { listEstimateOperations } from './pages/list-estimates.ts'
import { parserEditorOperations } from './pages/parser-editor.ts'
import { parserPagingOperations } from './pages/parser-paging.ts'
import { pictureOperations } from './pages/pictures.ts'
import { platformOperations } from './platforms.ts'
import { proxyOperations } from './proxies.ts'
import { sampleOperations } from './samples.ts'
import { savedRequestOperations } from './saved-requests.ts'
import type { AdminServices } from './services.ts'
import { sessionWindowOperations } from './sessions.ts'
import { settingOperations } from './settings.ts'
import { storageOperations } from './storage.ts'
import { storeOperations } from './store.ts'
import { toolOperations } from './tools.ts'
import { variableOperations } from './variables.ts'
import { workerOperations } from './workers.ts'

/** Operations that only the owner of the machine may call, defined like all others. */
export function adminOperations(services: AdminServices) {
  const all = (): readonly Operation[] => [...services.data, ...own]
  const own = [
    ...machineOperations(services),
    ...workerOperations(services),
    ...operationOperations(services, all),
    ...usageOperations(services),
    ...doctorOperations(services),
    ...accountOperations(services),
    ...signInOperations(services, all),
    ...sessionWindowOperations(services),
    ...keyOperations(services),
    ...pairingCodeOperations(services),
    ...creditOperations(services),
    ...platformOperations(services),
    ...settingOperations(services),
    ...proxyOperations(services),
    ...storageOperations(services),
    ...storeOperations(services),
    ...diagnosticOperations(services),
    ...toolOperations(services),
    ...sampleOperations(services),
    ...variableOperations(services),
    ...savedRequestOperations(services),
    ...parserEditorOperations(services),
    ...parserPagingOperations(services),
    ...batchPreviewOperations(services),
    ...listEstimateOperations(services),
    ...importPreviewOperations(services),
    ...collectPreviewOperations(services),
    ...rowSourceOperations(services),
    ...pictureOperations(services),
  ]
  return own
}
