import ts from 'typescript'

/**
 * The translation of a browser replaces each text node by an element, which React does not know.
 * React can change a text that is the only child of its element, because it sets the content of the
 * element. Beside other children a text is a node of its own: React changes the detached node, so
 * that the old amount stays on screen, and throws where it removes that node or inserts before it.
 *
 * Texts that never change may stand beside elements that are always there.
 */
export const soleText = {
  meta: {
    type: 'problem',
    messages: {
      sibling:
        'Give this text an element of its own, or write it with the texts beside it as one template: a translated page cannot change it here.',
      fragment:
        'Give this text an element instead of a fragment: a translated page cannot change it.',
      array: 'Give each text of this list an element: a translated page cannot change it.',
      component:
        '{{name}} may render a text without an element: a translated page cannot change it.',
    },
    schema: [
      {
        type: 'object',
        properties: { elements: { type: 'array', items: { type: 'string' } } },
        additionalProperties: false,
      },
    ],
  },
  create(context) {
    /** Components that render one element, always. */
    const elements = context.options[0]?.elements ?? []
    const services = context.sourceCode.parserServices
    const checker = services.program.getTypeChecker()

    const isElement = ({ type, openingElement }) =>
      type === 'JSXElement' &&
      (/^[a-z]/.test(context.sourceCode.getText(openingElement.name)) ||
        elements.includes(context.sourceCode.getText(openingElement.name)))

    const isStatic = (child) => child.type === 'JSXText' || isConstant(child) || isElement(child)

    function checkChildren(parent) {
      const children = parent.children.filter(isRendered)
      for (const child of children) {
        const kind = kindOf(child)
        if (kind === 'array') context.report({ node: child, messageId: 'array' })
        if (kind !== 'text') continue
        if (parent.type === 'JSXFragment') context.report({ node: child, messageId: 'fragment' })
        else if (children.length > 1 && !(isElement(parent) && children.every(isStatic)))
          context.report({ node: child, messageId: 'sibling' })
      }
    }

    /** What a child may render: a text, a list with texts, or neither. */
    function kindOf(child) {
      if (child.type === 'JSXText') return 'text'
      if (child.type !== 'JSXExpressionContainer') return undefined
      const types = resultsOf(child.expression).map((result) => services.getTypeAtLocation(result))
      const parts = types.flatMap(partsOf)
      if (parts.some(isText)) return 'text'
      return parts.some(isTextList) ? 'array' : undefined
    }

    const isTextList = (type) =>
      checker.isArrayLikeType(type) &&
      partsOf(checker.getIndexTypeOfType(type, ts.IndexKind.Number)).some(isText)

    function checkComponent(node) {
      if (node.name.type !== 'JSXIdentifier' || /^[a-z]/.test(node.name.name)) return
      const signatures = services.getTypeAtLocation(node.name).getCallSignatures()
      const own = signatures.filter(
        ({ declaration }) =>
          declaration && !declaration.getSourceFile().fileName.includes('/node_modules/'),
      )
      if (own.some((signature) => partsOf(signature.getReturnType()).some(isText)))
        context.report({ node, messageId: 'component', data: { name: node.name.name } })
    }

    return {
      JSXElement: checkChildren,
      JSXFragment: checkChildren,
      JSXOpeningElement: checkComponent,
    }
  },
}

/** Line breaks between elements and comments render nothing. */
const isRendered = ({ type, value, expression }) =>
  type === 'JSXText'
    ? value.trim() !== '' || !value.includes('\n')
    : expression?.type !== 'JSXEmptyExpression'

const isConstant = ({ type, expression }) =>
  type === 'JSXExpressionContainer' && expression.type === 'Literal'

/** What an expression may yield; what is left of && is a condition. */
function resultsOf(expression) {
  if (expression.type === 'LogicalExpression' && expression.operator === '&&')
    return resultsOf(expression.right)
  if (expression.type === 'ConditionalExpression')
    return [...resultsOf(expression.consequent), ...resultsOf(expression.alternate)]
  return [expression]
}

const partsOf = (type) => (type?.isUnion() ? type.types.flatMap(partsOf) : type ? [type] : [])

const textFlags =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.Any

/** An empty string renders nothing. */
const isText = (type) =>
  (type.flags & textFlags) !== 0 && !(type.isStringLiteral() && type.value === '')
