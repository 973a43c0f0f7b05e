import { prebuilts } from '../../server/prebuilt/index.ts'
import { testRecordings } from './support/recorded-cases.ts'

await testRecordings(prebuilts)
