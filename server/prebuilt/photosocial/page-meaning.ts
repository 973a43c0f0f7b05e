import type { AppError } from '../../base/errors.ts'
import { at, stringAt } from '../json-walk.ts'
import { doubtedError, upstreamError } from '../upstream-errors.ts'

/** In the languages in which pages are saved; calls ask for English. */
const NOT_FOUND =
  /not found|isn['’]t available|nicht (?:gefunden|verfügbar)|no encontrad|no está disponible|introuvable|n['’]est (?:pas|plus) disponible|não encontrad|não está disponível|non trovat|niet gevonden|nie znaleziono|не найдена|見つかりません|找不到|찾을 수 없/i

const WALL = /instagram|log ?in|sign ?up|challenge/i

/** What a page of HTML says by itself; null where it may hold data. */
export function meaningOfPage(page: unknown): AppError | null {
  if (at(page, 'embed.broken') === true)
    return doubtedError('not_found', 'The platform has no such post, or its owner lets no one embed it.')
  const title = stringAt(page, 'title') ?? ''
  if (isAboutSomething(page)) return null
  if (NOT_FOUND.test(title)) return upstreamError('not_found')
  // The empty frame of an app: all that some visitors get, and what stands for things that are not there.
  if (title === 'Instagram') return doubtedError('blocked')
  return WALL.test(title) ? upstreamError('blocked') : null
}

/** Pages of posts and profiles name what they show; an embed shows it. */
function isAboutSomething(page: unknown): boolean {
  const app = stringAt(page, 'metas.al:ios:url') ?? ''
  const type = stringAt(page, 'metas.og:type') ?? ''
  const hasEmbed = stringAt(page, 'embed.id') !== null || stringAt(page, 'embed.username') !== null
  return hasEmbed || /media\?id=|user\?username=/.test(app) || /profile|article|video|photo/.test(type)
}
