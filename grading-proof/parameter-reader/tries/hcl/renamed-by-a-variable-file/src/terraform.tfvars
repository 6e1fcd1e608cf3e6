parameter = "/billing/api-endpoint-next"
