/**
 * The payment window of the sandbox, with the interface of the provider's own:
 * `new Razorpay(options).open()`. A program for browsers, served as it is. It writes no HTML as
 * text and no style attributes, so that it works under the store's policy.
 */
;(() => {
  const css = `
    :host { all: initial; }
    dialog {
      box-sizing: border-box; inline-size: min(26rem, 100vw - 2rem); max-block-size: calc(100dvh - 2rem);
      padding: 0; border: 0; border-radius: 14px; overflow: auto; color: #14211d; background: #fff;
      font: 400 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
      box-shadow: 0 24px 64px rgb(20 33 29 / 0.24);
    }
    dialog::backdrop { background: rgb(13 24 20 / 0.52); }
    .head { display: flex; align-items: start; gap: 12px; padding: 16px; background: var(--accent); }
    .head div { flex: 1; }
    h2, p { margin: 0; }
    h2 { font-size: 17px; line-height: 1.3; }
    .sum { font-size: 24px; font-weight: 600; font-variant-numeric: tabular-nums; }
    form { display: grid; gap: 16px; padding: 16px; }
    fieldset { display: flex; gap: 8px; margin: 0; padding: 0; border: 0; }
    .pane { display: grid; gap: 12px; }
    .pane[hidden] { display: none; }
    .two { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
    .way { flex: 1; position: relative; }
    .way input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
    .way span {
      display: grid; place-items: center; min-block-size: 44px; padding-inline: 8px; border-radius: 8px;
      border: 1px solid #7f8e88; font-weight: 500; line-height: 1.2; text-align: center;
    }
    .way input:checked + span { border-color: #0b5f47; background: #e2f7ef; box-shadow: inset 0 0 0 1px #0b5f47; }
    .way input:focus-visible + span { outline: 2px solid #0b5f47; outline-offset: 2px; }
    label.field { display: grid; gap: 4px; font-size: 13px; font-weight: 500; }
    input, select {
      box-sizing: border-box; inline-size: 100%; min-block-size: 44px; padding-inline: 12px;
      border: 1px solid #7f8e88; border-radius: 4px; background: #fff; color: inherit; font-family: inherit; font-size: 16px; line-height: 1.4;
    }
    input:focus-visible, select:focus-visible, button:focus-visible { outline: 2px solid #0b5f47; outline-offset: 2px; }
    button {
      min-block-size: 44px; border: 0; border-radius: 8px; color: #14211d; background: var(--accent);
      font: 600 15px/1.4 system-ui, sans-serif; cursor: pointer;
    }
    button:disabled { opacity: 0.6; cursor: default; }
    button.close { inline-size: 44px; background: transparent; font-size: 24px; line-height: 1; }
    .note { padding: 10px 12px; border-radius: 8px; background: #f3f6f4; color: #45544e; font-size: 13px; }
    .error { padding: 10px 12px; border-radius: 8px; background: #fdebee; color: #b3193a; }
    .error:empty { display: none; }
  `
  const banks = [
    'HDFC Bank',
    'ICICI Bank',
    'State Bank of India',
    'Axis Bank',
    'Kotak Mahindra Bank',
  ]
  const methodLabels = { upi: 'UPI', card: 'Card', netbanking: 'Net banking' }
  const outcomeLabels = {
    success: 'Succeeds',
    failure: 'Fails',
    lost: 'Succeeds, but the response is lost',
  }

  /** Creates an element with properties and children. */
  function make(tag, properties = {}, ...children) {
    const element = Object.assign(document.createElement(tag), properties)
    element.append(...children)
    return element
  }

  const field = (label, control) => make('label', { className: 'field' }, label, control)
  const choice = (entries) =>
    make('select', {}, ...entries.map(([value, words]) => make('option', { value }, words)))
  const text = (value, more) => make('input', { value, required: true, ...more })

  function rupees(paise) {
    return (paise / 100).toLocaleString('en-IN', { style: 'currency', currency: 'INR' })
  }

  function panes() {
    const vpa = text('success@razorpay', { inputMode: 'email', autocomplete: 'off' })
    const number = text('4100 2800 0000 1007', { inputMode: 'numeric', autocomplete: 'off' })
    const expiry = text('12/30', { autocomplete: 'off' })
    const cvv = text('123', { inputMode: 'numeric', autocomplete: 'off' })
    const type = choice([
      ['credit', 'Credit card'],
      ['debit', 'Debit card'],
    ])
    const bank = choice(banks.map((name) => [name, name]))
    const short = make('div', { className: 'two' }, field('Valid thru', expiry), field('CVV', cvv))
    return {
      upi: { shown: [field('UPI ID', vpa)], values: () => ({ vpa: vpa.value.trim() }) },
      card: {
        shown: [field('Card number', number), short, field('Card type', type)],
        values: () => ({ cardType: type.value }),
      },
      netbanking: { shown: [field('Your bank', bank)], values: () => ({ bank: bank.value }) },
    }
  }

  async function pay(body) {
    const response = await fetch('/sandbox/window/pay', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { isPaid: response.ok, response: await response.json() }
  }

  class Razorpay {
    #options
    #host
    #listeners = []

    constructor(options) {
      if (!options?.key || !options.order_id) throw new Error('A key and an order are needed')
      this.#options = options
    }

    on(event, listener) {
      if (event === 'payment.failed') this.#listeners.push(listener)
    }

    open() {
      this.#host = make('div')
      const root = this.#host.attachShadow({ mode: 'open' })
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      root.adoptedStyleSheets = [sheet]
      const dialog = this.#dialog()
      dialog.style.setProperty('--accent', this.#options.theme?.color ?? '#57d9ae')
      root.append(dialog)
      document.body.append(this.#host)
      dialog.showModal()
    }

    close() {
      this.#host?.remove()
      this.#host = undefined
    }

    #dismiss() {
      this.close()
      this.#options.modal?.ondismiss?.()
    }

    #dialog() {
      const { amount, name = 'Payment', description = '', prefill = {} } = this.#options
      const title = make('h2', { id: 'title' }, name)
      const close = make('button', { type: 'button', className: 'close', ariaLabel: 'Close' }, '×')
      close.addEventListener('click', () => this.#dismiss())
      const about = make('div', {}, title, make('p', {}, description))
      about.append(make('p', { className: 'sum' }, rupees(amount)))
      const dialog = make(
        'dialog',
        {},
        make('div', { className: 'head' }, about, close),
        this.#form(amount, prefill),
      )
      dialog.setAttribute('aria-labelledby', 'title')
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        if (this.#options.modal?.escape !== false) this.#dismiss()
      })
      return dialog
    }

    #form(amount, prefill) {
      const all = panes()
      const outcomeSelect = choice(Object.entries(outcomeLabels))
      const error = make('p', { className: 'error' })
      error.setAttribute('role', 'alert')
      const button = make('button', {}, `Pay ${rupees(amount)}`)
      const groups = Object.entries(all).map(([way, { shown }]) =>
        make('div', { className: 'pane', hidden: way !== 'upi', id: way }, ...shown),
      )
      const ways = make(
        'fieldset',
        { ariaLabel: 'How to pay' },
        ...Object.entries(methodLabels).map(methodOption),
      )
      const note = 'This is a test payment. You won’t be charged.'
      const who = [prefill.name, prefill.contact].filter(Boolean).join(', ')
      const form = make(
        'form',
        { noValidate: false },
        ways,
        ...groups,
        field('How this payment ends', outcomeSelect),
      )
      form.append(
        error,
        button,
        make('p', { className: 'note' }, who ? `${note} Paying: ${who}` : note),
      )
      const chosen = () => ways.querySelector('input:checked').value
      ways.addEventListener('change', () => show(groups, chosen()))
      show(groups, 'upi')
      form.addEventListener('submit', async (event) => {
        event.preventDefault()
        button.disabled = true
        error.textContent = ''
        const outcome = outcomeSelect.value === 'failure' ? 'failure' : 'success'
        const values = all[chosen()].values()
        const isRefused = values.vpa !== undefined && values.vpa.startsWith('failure')
        const body = { order_id: this.#options.order_id, method: chosen(), ...values }
        const result = await pay({ ...body, outcome: isRefused ? 'failure' : outcome }).catch(
          () => undefined,
        )
        button.disabled = false
        if (result?.isPaid) return this.#paid(result.response, outcomeSelect.value === 'lost')
        const failure = result?.response.error ?? { description: 'You seem to be offline.' }
        error.textContent = failure.description
        for (const listener of this.#listeners) listener({ error: failure })
      })
      return form
    }

    #paid(response, isLost) {
      this.close()
      if (!isLost) this.#options.handler?.(response)
    }
  }

  function methodOption([value, words]) {
    const input = make('input', { type: 'radio', name: 'way', value, checked: value === 'upi' })
    return make('label', { className: 'way' }, input, make('span', {}, words))
  }

  /** Disables the fields of the other methods, so that the browser does not validate them. */
  function show(groups, chosen) {
    for (const group of groups) {
      group.hidden = group.id !== chosen
      for (const control of group.querySelectorAll('input, select')) control.disabled = group.hidden
    }
  }

  window.Razorpay = Razorpay
})()
