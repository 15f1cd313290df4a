/** The package brings no types; this is the part that is used. */
declare module 'mjml-browser' {
  const mjml: (
    markup: string,
    options: { validationLevel: 'soft'; keepComments: boolean },
  ) => Promise<{ html: string; errors: { formattedMessage: string }[] }>;
  // biome-ignore lint/style/noDefaultExport: the package's own form
  export default mjml;
}
