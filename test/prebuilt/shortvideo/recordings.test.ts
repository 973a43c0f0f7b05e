import { shortvideoComments } from '../../../server/prebuilt/shortvideo/comments.ts'
import { shortvideoProfile } from '../../../server/prebuilt/shortvideo/profile.ts'
import { testRecordings } from '../support/recorded-cases.ts'

await testRecordings([shortvideoProfile, shortvideoComments])
