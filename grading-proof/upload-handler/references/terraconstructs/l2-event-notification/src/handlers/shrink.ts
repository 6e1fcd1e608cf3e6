export const handler = async (): Promise<string> => 'done';
