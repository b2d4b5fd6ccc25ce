/** Formats the sentence with which a client offers its user the page of an approval. */
export const formatPageOffer = ({ id, title }: { readonly id: string; readonly title: string }): string =>
  `${title} (${id}) needs an approval. Open the page to read the plan and decide.`;
