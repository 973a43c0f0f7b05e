import { Anchor, Code, Table, Title } from '@mantine/core'
import { lexer, type Token, type Tokens } from 'marked'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import classes from './guides.module.css'
import { isGuide, MAP } from './guides.ts'
import { headingId, linkTarget } from './links.ts'

type Show = (token: Token) => ReactNode

/** A guide as elements. Nothing of it becomes HTML by itself: tags in the text are shown as text. */
export function Markdown({ text, name }: { text: string; name: string }) {
  const show: Show = token => (SHOWN[token.type] ?? asText)(token as never, many, name)
  const many = (tokens: Token[] = []) =>
    tokens.map((token, index) => <Shown key={index} token={token} show={show} />)
  const [first, ...rest] = lexer(text)
  return (
    <article className={classes.guide}>{many(first?.type === 'heading' ? rest : [first!, ...rest])}</article>
  )
}

const Shown = ({ token, show }: { token: Token; show: Show }) => show(token)

type Many = (tokens?: Token[]) => ReactNode
type Element = (token: never, many: Many, name: string) => ReactNode

const asText = ({ raw }: Token) => raw

const HEADINGS = [1, 2, 3, 4, 5, 6] as const

const SHOWN: Record<string, Element> = {
  space: () => null,
  heading: ({ depth, text, tokens }: Tokens.Heading, many) => (
    <Title order={HEADINGS[depth - 1] ?? 6} id={headingId(text)}>
      {many(tokens)}
    </Title>
  ),
  paragraph: ({ tokens }: Tokens.Paragraph, many) => <p>{many(tokens)}</p>,
  text: ({ text, tokens }: Tokens.Text, many) => (tokens ? many(tokens) : text),
  escape: ({ text }: Tokens.Escape) => text,
  br: () => <br />,
  hr: () => <hr />,
  strong: ({ tokens }: Tokens.Strong, many) => <strong>{many(tokens)}</strong>,
  em: ({ tokens }: Tokens.Em, many) => <em>{many(tokens)}</em>,
  codespan: ({ text }: Tokens.Codespan) => <Code>{text}</Code>,
  code: ({ text }: Tokens.Code) => <CodeBlock code={text} />,
  blockquote: ({ tokens }: Tokens.Blockquote, many) => <blockquote>{many(tokens)}</blockquote>,
  list: ({ ordered, start, items }: Tokens.List, many) =>
    ordered ? <ol start={start || 1}>{many(items)}</ol> : <ul>{many(items)}</ul>,
  list_item: ({ tokens }: Tokens.ListItem, many) => <li>{many(tokens)}</li>,
  table: (token: Tokens.Table, many) => <GuideTable token={token} many={many} />,
  link: (token: Tokens.Link, many, name) => (
    <GuideLink href={token.href} here={name} text={many(token.tokens)} />
  ),
  image: () => null,
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
  const path = target.guide === MAP ? '/guides' : `/guides/${target.guide}`
  return (
    <Anchor component={Link} to={path + target.hash} inherit>
      {text}
    </Anchor>
  )
}

const GuideTable = ({ token: { header, rows }, many }: { token: Tokens.Table; many: Many }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
  <div className={classes.table} tabIndex={0}>
    <Table verticalSpacing={4}>
      {header.some(({ text }) => text) && (
        <Table.Thead>
          <Table.Tr>
            {header.map(({ tokens }, index) => (
              <Table.Th key={index}>{many(tokens)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
      )}
      <Table.Tbody>
        {rows.map((cells, index) => (
          <Table.Tr key={index}>
            {cells.map(({ tokens }, column) => (
              <Table.Td key={column}>{many(tokens)}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </div>
)
