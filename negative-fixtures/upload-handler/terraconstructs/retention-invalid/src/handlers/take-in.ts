export const handler = async (event: { Records: unknown[] }): Promise<void> => console.log(event.Records.length);
