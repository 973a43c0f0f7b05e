import { Anchor } from '@mantine/core'
import { lexer } from 'marked'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Markdown, type MarkdownParts } from '../markdown/markdown.tsx'
import { GUIDE_INDEX, isGuide } from './guides.ts'
import { headingId, linkTarget } from './links.ts'

/** A guide without its first heading, which its page shows as the title. */
export function Guide({ text, name }: { text: string; name: string }) {
  const [first, ...rest] = lexer(text)
  const parts: MarkdownParts = {
    link: (href, words) => <GuideLink href={href} here={name} text={words} />,
    image: () => null,
    headingId: heading => headingId(heading.text),
  }
  return (
    <article>
      <Markdown tokens={first?.type === 'heading' ? rest : [first!, ...rest]} parts={parts} />
    </article>
  )
}

function GuideLink({ href, here, text }: { href: string; here: string; text: ReactNode }) {
  const target = linkTarget(href, here, isGuide)
  if (!target) return text
  if ('address' in target)
    return (
      <Anchor href={target.address} target="_blank" rel="noreferrer" inherit>
        {text}
      </Anchor>
    )
  const path = target.guide === GUIDE_INDEX ? '/guides' : `/guides/${target.guide}`
  return (
    <Anchor component={Link} to={path + target.hash} inherit>
      {text}
    </Anchor>
  )
}
