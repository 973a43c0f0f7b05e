/** The answer of the null operation, some 0.9 KB of JSON: the same for every server that is compared. */
export const answer = {
  identity: {
    username: 'abc',
    full_name: 'Abc Def',
    biography: 'x'.repeat(150),
    profile_pic_url_hd: 'https://cdn.example.test/1.jpg',
    external_url: null,
    bio_links: [{ title: 'a', url: 'https://a.test' }],
  },
  metrics: { followers: 1234, following: 12, posts: 99 },
  account_type: { is_verified: true, is_private: false },
  recent_posts: Array.from({ length: 3 }, (_, i) => ({
    id: String(i),
    shortcode: `Cx${i}`,
    likes: i * 10,
    caption: `caption text number ${i}`,
  })),
}
