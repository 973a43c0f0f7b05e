import { parseCount } from '../../base/counts.ts'
import type { Reader } from '../define-prebuilt.ts'
import { at, booleanAt, stringAt } from '../json-walk.ts'
import type { ProfilePart } from './profile-part.ts'
import { filledAt, idAt } from './values.ts'

/** The account as its embed has it: the one source that tells visitors how many posts there are. */
export const profileEmbed: Reader<ProfilePart> = {
  layout: 'context.graphql_media',
  recognise: body => (at(body, 'context.graphql_media') === undefined ? undefined : at(body, 'context')),
  read: context => ({
    id: idAt(context, 'owner_id'),
    username: filledAt(context, 'username'),
    full_name: stringAt(context, 'full_name'),
    picture: filledAt(context, 'profile_pic_url'),
    followers: parseCount(at(context, 'followers_count')),
    posts: parseCount(at(context, 'posts_count')),
    verified: booleanAt(context, 'is_verified'),
    private: booleanAt(context, 'is_private'),
  }),
}
