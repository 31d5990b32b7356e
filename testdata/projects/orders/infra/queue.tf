resource "aws_sqs_queue" "orders" {
  name                       = "orders"
  visibility_timeout_seconds = 90
}

resource "aws_sqs_queue" "receipts" {
  name                       = "receipts"
  visibility_timeout_seconds = 180
}

resource "aws_lambda_function" "receipts" {
  function_name = "receipts"
  timeout       = 30
}

resource "aws_lambda_event_source_mapping" "receipts" {
  event_source_arn = aws_sqs_queue.receipts.arn
  function_name    = aws_lambda_function.receipts.arn
}
