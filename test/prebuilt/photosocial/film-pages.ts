import { edgePost, flatPost, ID, NAME } from './pages.ts'

/** A video post with all that a post can have. */
export const edgeFilm = {
  ...edgePost(1),
  __typename: 'GraphVideo',
  is_video: true,
  video_url: 'https://films.example/1.mp4',
  edge_media_to_parent_comment: { count: 37 },
  location: { name: 'Kaikōura' },
  owner: {
    id: ID,
    username: NAME,
    full_name: 'Tidepool Studio',
    profile_pic_url: 'https://pictures.example/me_150.jpg',
    is_verified: false,
  },
}

export const flatFilm = {
  ...flatPost(1),
  media_type: 2,
  video_versions: [
    { url: 'https://films.example/1_small.mp4', width: 480, height: 480 },
    { url: 'https://films.example/1.mp4', width: 1_080, height: 1_350 },
  ],
  comment_count: 37,
  location: { name: 'Kaikōura' },
  user: {
    pk: ID,
    username: NAME,
    full_name: 'Tidepool Studio',
    profile_pic_url: 'https://pictures.example/me_150.jpg',
    is_verified: false,
  },
}

export const xigPost = (media: unknown) => ({
  data: { xig_polaris_media: { gating_ruling: null, if_not_gated_logged_out: media } },
})
