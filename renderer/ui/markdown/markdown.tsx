import { Code, Table, Title } from '@mantine/core'
import type { Token, Tokens } from 'marked'
import type { ReactNode } from 'react'
import { CodeBlock } from '../code/code-block.tsx'
import { decoded } from './decoded.ts'
import classes from './markdown.module.css'

/** The parts of Markdown that each kind of text renders in its own way. */
export interface MarkdownParts {
  link: (address: string, text: ReactNode) => ReactNode
  image: (address: string, words: string) => ReactNode
  headingId: (heading: Tokens.Heading) => string | undefined
}

/** Renders Markdown as React elements. No part of the text becomes HTML: tags are shown as text. */
export const Markdown = ({ tokens, parts }: { tokens: readonly Token[]; parts: MarkdownParts }) => (
  <div className={classes.text}>{shown(tokens, parts)}</div>
)

const shown = (tokens: readonly Token[] = [], parts: MarkdownParts): ReactNode[] =>
  tokens.map((token, index) => <Shown key={index} token={token} parts={parts} />)

type Many = (tokens?: Token[]) => ReactNode
type Element = (token: never, many: Many, parts: MarkdownParts) => ReactNode

const asText = ({ raw }: Token) => raw

const Shown = ({ token, parts }: { token: Token; parts: MarkdownParts }) =>
  (SHOWN[token.type] ?? asText)(token as never, tokens => shown(tokens, parts), parts)

const HEADINGS = [1, 2, 3, 4, 5, 6] as const

const SHOWN: Record<string, Element> = {
  space: () => null,
  heading: (heading: Tokens.Heading, many, { headingId }) => (
    <Title order={HEADINGS[heading.depth - 1] ?? 6} id={headingId(heading)}>
      {many(heading.tokens)}
    </Title>
  ),
  paragraph: ({ tokens }: Tokens.Paragraph, many) => <p>{many(tokens)}</p>,
  text: ({ text, tokens }: Tokens.Text, many) => (tokens ? many(tokens) : decoded(text)),
  escape: ({ text }: Tokens.Escape) => text,
  br: () => <br />,
  hr: () => <hr />,
  strong: ({ tokens }: Tokens.Strong, many) => <strong>{many(tokens)}</strong>,
  em: ({ tokens }: Tokens.Em, many) => <em>{many(tokens)}</em>,
  del: ({ tokens }: Tokens.Del, many) => <del>{many(tokens)}</del>,
  codespan: ({ text }: Tokens.Codespan) => <Code>{text}</Code>,
  code: ({ text }: Tokens.Code) => <CodeBlock code={text} />,
  blockquote: ({ tokens }: Tokens.Blockquote, many) => <blockquote>{many(tokens)}</blockquote>,
  list: ({ ordered, start, items }: Tokens.List, many) =>
    ordered ? <ol start={start || 1}>{many(items)}</ol> : <ul>{many(items)}</ul>,
  list_item: ({ tokens }: Tokens.ListItem, many) => <li>{many(tokens)}</li>,
  table: (token: Tokens.Table, many) => <TextTable token={token} many={many} />,
  link: ({ href, tokens }: Tokens.Link, many, { link }) => link(href, many(tokens)),
  image: ({ href, text }: Tokens.Image, _, { image }) => image(href, text),
}

const TextTable = ({ token: { header, rows }, many }: { token: Tokens.Table; many: Many }) => (
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
