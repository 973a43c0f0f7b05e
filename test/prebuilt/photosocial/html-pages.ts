import { codeOf, ID, idOf, NAME } from './pages.ts'

/** Small handwritten HTML pages, with data from elsewhere or their own. */

/** Page data as today's pages carry it, deep in the calls of their loader. */
export const inPage = (data: unknown, head = '') => {
  const state = { require: [['ScheduledServerJS', 'handle', null, [{ __bbox: { result: data } }]]] }
  return `<!doctype html><html><head>${head}</head><body><script type="application/json" data-content-len="9" data-sjs>${JSON.stringify(state)}</script></body></html>`
}

/** The data of an embed: JSON as a string within a script. */
export const inEmbed = (context: unknown) =>
  `<html><title>Instagram</title><script>init([{"isRichEmbed":true,"contextJSON":${JSON.stringify(JSON.stringify(context))}}])</script></html>`

export const profileHead = `<title>Tidepool Studio (&#064;${NAME})</title>
<meta property="og:type" content="profile" />
<meta property="og:title" content="Tidepool Studio (&#064;${NAME}) &#x2022; photos and videos" />
<meta property="og:image" content="https://pictures.example/me_100.jpg?a=1&amp;b=2" />
<meta property="og:description" content="128K Followers, 211 Following, 640 Posts - See photos and videos from Tidepool Studio (&#064;${NAME})" />
<meta name="description" content='128K Followers, 211 Following, 640 Posts - Tidepool Studio (&#064;${NAME}) on a site: "Small films: &quot;the shore&quot;"' />
<meta property="al:ios:url" content="instagram://user?username=${NAME}" />`

export const postHead = `<title>Tidepool Studio</title>
<meta property="og:type" content="video" />
<meta property="og:title" content='Tidepool Studio on Instagram: "Low tide: &quot;at six&quot;

#tidepool"' />
<meta property="og:description" content='1,204 likes, 37 comments - ${NAME} on September 14, 2024: "Low tide …". ' />
<meta property="og:image" content="https://pictures.example/1_640.jpg" />
<meta property="og:url" content="https://www.instagram.com/${NAME}/reel/${codeOf(1)}/" />
<meta property="og:video" content="https://films.example/1.mp4?a=1&amp;b=2" />
<meta name="twitter:title" content="Tidepool Studio (&#064;${NAME}) &#x2022; reel" />
<meta property="al:ios:url" content="instagram://media?id=${idOf(1)}" />
<meta property="instapp:owner_user_id" content="${ID}" />`

export const embedMarkup = `<html><title id="pageTitle">Instagram</title><body>
<div class="Embed" data-permalink="https://www.instagram.com/p/${codeOf(1)}/?utm_source=ig_embed&amp;a=b" data-media-type="GraphImage" data-media-id="${idOf(1)}" data-owner-id="${ID}">
<a class="Avatar InsideRing" href="#"><img src="https://pictures.example/me_100.jpg?a=1&amp;b=2" alt="" /></a>
<span class="UsernameText">${NAME}</span><i class="Sprite VerifiedSprite"><u>Verifiziert</u></i>
<img class="EmbeddedMediaImage" src="https://pictures.example/1_640.jpg" srcset="https://pictures.example/1_640.jpg 640w,https://pictures.example/1_1080.jpg 1080w" />
<div class="SocialProof"><a href="#">60,296,518 likes</a></div>
<div class="Caption"><a class="CaptionUsername" href="#">${NAME}</a><br /><br />Low tide at six.<br /><br /><a href="#">#tidepool</a> &amp; more<div class="CaptionComments"><a class="CaptionCommentsExpand" href="#">View all 3,773,524 comments</a></div></div>
</div></body></html>`
