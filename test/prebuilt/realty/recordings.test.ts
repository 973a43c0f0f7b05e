import { realtyDetails } from '../../../server/prebuilt/realty/details.ts'
import { testRecordings } from '../support/recorded-cases.ts'

await testRecordings([realtyDetails])
