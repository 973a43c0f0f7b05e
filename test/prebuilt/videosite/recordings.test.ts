import { videositeComments } from '../../../server/prebuilt/videosite/comments.ts'
import { videositeTranscript } from '../../../server/prebuilt/videosite/transcript.ts'
import { testRecordings } from '../support/recorded-cases.ts'

await testRecordings([videositeComments, videositeTranscript])
