import { loadedApis } from './support/loaded.ts'
import { testRecordings } from './support/recorded-cases.ts'

await testRecordings(loadedApis)
