import { html } from 'hono/html'

import type { Thing } from './sandboxProvider.ts'

/** The page behind a payment link, as the sandbox has it: what it is for, and one button. */
export function linkPage(link: Thing | undefined) {
  return html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sandbox payment</title>
        <style>
          body {
            font:
              16px/1.5 system-ui,
              sans-serif;
            max-width: 24rem;
            margin: 3rem auto;
            padding: 0 1rem;
            color: #14211d;
            background: #fff;
          }
          button {
            font: inherit;
            font-weight: 600;
            inline-size: 100%;
            min-block-size: 44px;
            border: 0;
            border-radius: 8px;
            color: #14211d;
            background: #57d9ae;
          }
        </style>
      </head>
      <body>
        <main>${link ? aboutLink(link) : html`<h1>This link does not exist</h1>`}</main>
      </body>
    </html>`
}

function aboutLink({ description, amount, status }: Thing) {
  const rupees = (Number(amount) / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })
  if (status === 'paid')
    return html`<h1>Paid ₹${rupees}</h1>
      <p>${String(description)}</p>`
  if (status !== 'created') return html`<h1>This link is closed</h1>`
  return html`<h1>Pay ₹${rupees}</h1>
    <p>${String(description)}</p>
    <p>This is the sandbox of the demo store: no money moves.</p>
    <form method="post"><button>Pay ₹${rupees}</button></form>`
}
