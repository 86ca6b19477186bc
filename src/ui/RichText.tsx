import { createElement, type ReactNode } from 'react'

import { type RichNode, richNodes } from './richNodes.ts'
import styles from './RichText.module.css'

/** A text with marks, cleaned once more where it shows. */
export function RichText({ html }: { html: string }) {
  return <div className={styles.text}>{richNodes(html).map(elementOf)}</div>
}

function elementOf(node: RichNode, index: number): ReactNode {
  if (typeof node === 'string') return node
  return createElement(node.tag, { key: index }, ...node.children.map(elementOf))
}
