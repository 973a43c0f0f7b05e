export { payloadsOf } from '../states.ts'
export { planPosts as plan } from './plan.ts'
export { readPosts as read } from './read-posts.ts'
