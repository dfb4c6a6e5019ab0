// VS Code makes links of `[text](command:…)` in notifications, and a link may run any command. Words of documents,
// paths and what programs print get into messages: no message of ours has a link. No import of vscode, for the tests.

/** The same text to the eye, without links: a space of no width stands between the brackets. */
export function plain(text: string): string {
  return text.replaceAll("](", "]\u200b(");
}

/** What the server sends, where it is to be shown: without links. All else is as it was. */
export function plainMessage<Message extends object>(message: Message): Message {
  const { method, params } = message as { method?: unknown; params?: { message?: unknown } };
  if (typeof method !== "string" || !method.startsWith("window/showMessage") || typeof params?.message !== "string") {
    return message;
  }
  return { ...message, params: { ...params, message: plain(params.message) } };
}
