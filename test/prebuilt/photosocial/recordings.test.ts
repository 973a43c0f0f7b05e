import { photosocialPost } from '../../../server/prebuilt/photosocial/post.ts'
import { photosocialPosts } from '../../../server/prebuilt/photosocial/posts.ts'
import { photosocialProfile } from '../../../server/prebuilt/photosocial/profile.ts'
import { testRecordings } from '../support/recorded-cases.ts'

await testRecordings([photosocialProfile, photosocialPosts, photosocialPost])
