import { Code, Table, Title } from '@mantine/core'
import type { Token, Tokens } from 'marked'
import type { ReactNode } from 'react'
import { CodeBlock } from '../code/code-block.tsx'
import { decodeReferences } from './decoded.ts'
import classes from './markdown.module.css'

/** The parts of Markdown that each kind of text renders in its own way. */
export interface MarkdownParts {
  link: (address: string, text: ReactNode) => ReactNode
  image: (address: string, words: string) => ReactNode
  headingId: (heading: Tokens.Heading) => string | undefined
}

/** Renders Markdown as React elements. No part of the text becomes HTML: tags are shown as text. */
export const Markdown = ({ tokens, parts }: { tokens: readonly Token[]; parts: MarkdownParts }) => (
  <div className={classes.text}>{renderTokens(tokens, parts)}</div>
)

const renderTokens = (tokens: readonly Token[] = [], parts: MarkdownParts): ReactNode[] =>
  tokens.map((token, index) => <MarkdownToken key={index} token={token} parts={parts} />)

type RenderChildren = (tokens?: Token[]) => ReactNode
type RenderToken = (token: never, render: RenderChildren, parts: MarkdownParts) => ReactNode

const asText = ({ raw }: Token) => raw

const MarkdownToken = ({ token, parts }: { token: Token; parts: MarkdownParts }) =>
  (ELEMENTS[token.type] ?? asText)(token as never, tokens => renderTokens(tokens, parts), parts)

const HEADINGS = [1, 2, 3, 4, 5, 6] as const

const ELEMENTS: Record<string, RenderToken> = {
  space: () => null,
  heading: (heading: Tokens.Heading, render, { headingId }) => (
    <Title order={HEADINGS[heading.depth - 1] ?? 6} id={headingId(heading)}>
      {render(heading.tokens)}
    </Title>
  ),
  paragraph: ({ tokens }: Tokens.Paragraph, render) => <p>{render(tokens)}</p>,
  text: ({ text, tokens }: Tokens.Text, render) => (tokens ? render(tokens) : decodeReferences(text)),
  escape: ({ text }: Tokens.Escape) => text,
  br: () => <br />,
  hr: () => <hr />,
  strong: ({ tokens }: Tokens.Strong, render) => <strong>{render(tokens)}</strong>,
  em: ({ tokens }: Tokens.Em, render) => <em>{render(tokens)}</em>,
  del: ({ tokens }: Tokens.Del, render) => <del>{render(tokens)}</del>,
  codespan: ({ text }: Tokens.Codespan) => <Code>{text}</Code>,
  code: ({ text }: Tokens.Code) => <CodeBlock code={text} />,
  blockquote: ({ tokens }: Tokens.Blockquote, render) => <blockquote>{render(tokens)}</blockquote>,
  list: ({ ordered, start, items }: Tokens.List, render) =>
    ordered ? <ol start={start || 1}>{render(items)}</ol> : <ul>{render(items)}</ul>,
  list_item: ({ tokens }: Tokens.ListItem, render) => <li>{render(tokens)}</li>,
  table: (token: Tokens.Table, many) => <TextTable token={token} many={many} />,
  link: ({ href, tokens }: Tokens.Link, render, { link }) => link(href, render(tokens)),
  image: ({ href, text }: Tokens.Image, _, { image }) => image(href, text),
}

const TextTable = ({ token: { header, rows }, many }: { token: Tokens.Table; many: RenderChildren }) => (
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
