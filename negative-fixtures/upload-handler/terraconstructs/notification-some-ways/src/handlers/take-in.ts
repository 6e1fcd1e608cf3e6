export const handler = async (event: { Records: unknown[] }): Promise<number> => event.Records.length;
