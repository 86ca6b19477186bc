export type Section = { title: string; lines: string[]; isList?: boolean }

/** A text in parts, each with its heading. */
export function Sections({ sections }: { sections: Section[] }) {
  return sections.map(({ title, lines, isList }) => (
    <section key={title}>
      <h2>{title}</h2>
      {isList ? (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        lines.map((line) => <p key={line}>{line}</p>)
      )}
    </section>
  ))
}
